/** A part of family-names.ts: a to k. */
export const FAMILY_NAMES_A_K = `
  aalbers aalerud aaltonen aas aasen abadan abate abay abbas abbate abbondanza abbott abbrescia abdi abegglen abel
  aberg abernathy abeyta abicht abraham abrahamsson abramovic abrego abreu abshire abt acar accardi accardo accurso
  aceto acevedo achari acharya acheampong achilles achim achkinadze acic ackermann aclan acosta acquadro acquaviva
  acquistapace acuna adadevoh adal adam adamcova adamczak adamczyk adame adamec adamek adami adamiak adamiec adamkova
  adamo adamova adamowicz adams adamski adamus adan adasevic adcock addari addis ade adem adiga adin adomah adomako
  adongo adorno adragna adu adusei adutwum aebi aebischer aeby affinito afirifa afoakwa agaoglu agarwal agca agnello
  agostinelli agostini agosto agresta aguayo aguilar aguilera aguirre agyapong agyare agyei agyemang ahic ahlke
  ahluwalia ahmed ahmetspahic ahonen ahortor ahrenberg ahrens ahuja aidara aiello aigner aigroz akal akan akar akay
  akbaba akbay akbulut akcal akcan akcay akdag akdemir akel akesson akgoz akgul akgun akkan akkas akkaya akkoc akkor
  akkoyun akkoyunlu akkurt akman akoto akowua aksakal aksel aksentijevic aksit aksoy aksungur aktan aktas aktay
  akyeampong akyel akyena akyurek akyuz alaimo alanis alaniz alarcon alba albanese albano albert alberti albertyn
  albrecht albrechtova albu albuquerque alcala alcamo alcantar alcaraz aldea alejandro aleksandrowicz aleksic aleman
  alessandrini alessi alev alexa alexander alexandrescu alexandru alexe alfano alfaro alfermann alfieri ali alicea
  alidi alih alija alikavazovic alivernini alizadeh alkan alkaya alkhamis allegretti allen allgeyer almanza almaraz
  almeida almonte aloi alonso alonzo alpman alpugan altamirano altan altenwerth altieri altun altuntas alva alvarado
  alvarez alves alyanak amabile amado amador amadori amann amar amaral amato amaya amberg ambrosini ambrosino ambrosio
  ambroz ambrozova amendola amerio amici amico amla ammann ammoscato amo amoa amoako amoasi amorim amoroso amoruso
  ampadu ampofo amponsah amrein amundsen anaya ancona andel andelova andersen anderson andersson anding andorful
  andrade andre andreassen andreasson andrei andrekovic andreoli andresen andrisani andriska andrle andrlova
  andrzejczak andrzejewski anelli angeletti angeli angelini angeloni angelucci anggreny anghel angster anguiano angulo
  anjos ankra ankunding anne annunziata anokye ansa anselmi anselmo antal antczak antenucci antezza antoine anton
  antonacci antonelli antoni antonini antonucci antos antosova anttila antunes antwi anzalone aparicio apicella apitz
  apodaca aponte apostol appia appiah aprile aquino aragon aramini arana aranda arap aras araujo arcangeli arce
  archuleta arda ardelean ardeleanu aregger arellano arena arenas arendt arens arevalo argenio argento argiolas
  arguello arhanic arias arlovic arman armas armendariz armenta armijo armstrong arnaud arndt arnesen arnold arora
  arpasi arredondo arreola arriaga arroyo arsenic arsic arslan arslanoglu arteaga artioli arvidsson aryee asamoa
  asamoah asan asante asare asaro aschenbroich ascione asenso ashley asiama asiedu asil asimi aslan aslanoglu assmus
  assuncao astafei astolfi ata atakan atakol atan atasever atay atencio ates atik atzeni atzori aubert aubry auer
  aufderhar augustyn augustyniak avallone avalos avan avila aviles avola avram avsec aw awuah axelsson axmann ayala
  ayaz aybar aycan aydan aydemir aydogdu aygun ayhan aykac aykan aykurt aytac aytek aytekin ayverdi azara azdajic
  azevedo azinic ba baa baafi baah baarck baawia babacan babaoglu babatz babel babic babini babou baburic baca bacalo
  bacci bacher bachmann baciu backer badane badea bademci bader badiane badillo badji badjuk badu baez baeza baganz
  baggio baginski bagnoud bahena bahl bahringer bahun bailey bailly baiocco bajc bajer bajerova bak bakan bakaran
  bakarec baker bakhoum baki bakke bakken bakker bakos bakowski balaban balan balaskovic balat balaz balazevic
  balazova balazs balboni balcar balcarova balcer balcerzak balck baldacci baldassarre balde balderas baldi baldini
  baldo balducci balestra baleta balincic balint balistreri baljak balkow balla ballarin ballesteros ballouhey balmer
  balnuweit balog balogh balogova balogsandor baloun balounova baloyi balsamo baltin balzano balzer banach banas
  banasiak banasik banda bandic bandicstimac bandini bandl bandopadhyay banerjee bang bani banica banicjokic banjari
  banov banse banu banuelos baptista bar barajas barak barakova baraldi baran baranjec baranova baranowski baranski
  barbagallo barbaricsehic barbarosoglu barbarossa barbarulo barbato barbera barberi barberis barbero barbier barbieri
  barbiero barbosa barbu barbulescu bardek barela bares baresova baretta barile barilla barinic barisic barlas
  barletta barna barnes baron barone baroni barr barra barragan barras barraza barre barreca barrera barresi barreto
  barretta barrientos barrios barros barrows barry barsotti barta bartak bartakova bartczak bartell bartels barth
  barthelemy bartkowiak bartnik bartoletti bartoli bartolini bartolomei bartolucci barton bartonova bartos bartosek
  bartosik bartoskova bartosova bartova bartulin bartunek bartunkova barylla basar-klapec basaran baseda baser
  bashirian basile basoglu bassani bassi basso basta bastajic bastova batinicsantic batista bato battaglia battig
  battista battisti battistini battke baturalp batz bauch bauer bauermeister bauerova baumann baumbach baumeister
  baumgartner baur bauschinger bauschke bavaud baydar bayer bayerova baykam bayraktar bayraktutan baysoy bazant
  bazantova beahan beatty beavogui becerra bech bechtelar beck becka beckel becker beckmann beckova becvar becvarova
  bedan bedewitz bedini bednar bednarczyk bednarek bednarik bednarikova bednarova bednarski bednarz beele beer beerli
  beggerow begum beh behr behrenbruch beier beissmann bejan bekavac bekdik bektas bektasoglu belcar belec belenzada
  bell belli bellini bellomo bellotti bellucci belmonte belohlavek belohlavkova belotti beltrame beltrami beltran
  belvisi belz benali benard benasicpavlovic benatti benavides benavidez benda bender bendova benecke benedetti
  benedetto benes benesova benetti bengtsson benigni benini benitez benjamin bennardo benner bennett benninger benoit
  bentivoglio benvenuti benvenuto benz benzing berak beran beranek berankova beranova berardi berberoglu berends
  beretta berg bergamasco bergamini berge berger berggren berglund bergman bergnaum bergqvist bergrova bergstrom
  beribak berk berka berkova berky berkyova bermudez bernabei bernal bernard bernardi bernardini bernardova bernasconi
  bernatovic berner berney bernhard bernier berning berntsen berrios berset bertaccini bertani bertelli bertelsen
  bertenbreiter berthoud berti bertin bertini berto bertolini bertolussi bertrand beserler besikci beso besok besson
  best bester betancourt bethke betschart betti betz beushausen beutelspacher bevilacqua bevk beye beyeler beyer
  bezdek bezdekova bezjak bhadresha bhana bharadwaj bhat bhattacharya bhattathiri bhengu biagetti biagi biagini bialas
  bialek bialkowski bianc biancheri bianchetti bianchi bianchini bianco biasci biba biccari bicer bichler bickel
  bidaud bideau biedermann biedrzynski bielak bielawski bielecki bieler bielert bielski bienasch bienias bieniek
  bienkowski bieri biernacki biernat biesenbach bigdeli biggi biglebauer bijl bila bildik bilek bilen bilge bilgen
  bilgic bilgin biljan bilkova bilogravic bilopavlovic bilski bily bina bindi bini binova bins bionaz biondi birinci
  birkemeyer birlik biro biro-datkovic bisconti bisgaard bisio biskicmerkas biteye bittner bittnerova bizjak bizzarri
  bjelanovic bjeljac bjerke bjerregaard bjork bjorklund bjornstad blaga blaha blahova blanc blanchard blanckenberg
  blanco blanda blank blaschek blaser blasi blasko-vidosavljevic blassneck blaszczak blaszczyk blatancic blatter
  blazek blazer blazevic blazkova blecha blechova blick bloch blochwitz block blockhaus blom blomqvist blum blume
  boadi boadu boahen boakye boaten boateng bobek bober bobeta bobinac bobkova boboc bocchi boccia bocek bochenek bock
  bockai bockova bockovac-kunstek boda bode bodea bodian bodini bodnar boduroglu boehm boer boffa bogan bogdan
  bogdashin bogenrieder bogisich bognar bogucki bogusz bohac bohacek bohackova bohacova bohge bohm bohmova boi
  bokanovic bolat bolf-kovacic bolkovac bolle bolliger bolm bologna bolot-salaj bolukbas bomestar bona bonanni bonanno
  bonato bonazzi bonde bonelli bonetti bongiorno bongiovanni bongo boni bonifazi bonilla bonini bonisch bonnet bono
  bonomi bonomo bonsra bonsu boratav borbely bordoni borek borelli borer borge borgeaud borgeling borges borghi borgia
  borgschulze bork borkowski bormann borner bornscheuer boros borovac borovicka borovickova borowiec borowski borrego
  borrelli borrmann borsch bortolin bortoluzzi bortot boruschewski bos boscaino bosch boschetti boschi bosco boscolo
  bosi bosler bosman bosnjakovicholik bossard bosshard bosson bossy bota botello botezatu botsford botta bottner
  boucek boucher bouchet bouckova bouda boudova boulanger bourcard bourgeois bourrouag bouschen bouska bouskova
  bouvier bove bovolenta boxhammer boyde boye boyer boyle boz bozdogan bozek bozic bozicanin bozkurt bozoglu bozsik
  bozzi bozzo brabcova brabec brabencova brabenec brada bradac bradacova bradova bradtke bradvic braga brahaj braia
  brakus brambilla branca branco brand brandenburg brandi brandis brandli brandt bratina bratu brauer braun braunova
  brautigam bravo brazda brazdil brazdilova brazdova brecko brehmer breitenberg breitenstein brejcha brejchova brekke
  bremer bremser brenner bresciani bressan breton brettschneider breu breuer brezina brezinova breznik brezovnjacki
  briano briesenick brigandi brignone bringmann brinjak brinkmann briones briseno brisuda brito brix briza brizova
  brizzi brniclevada broda broening brogi brogli bromfield bromme brooks brosch brouwer brown broz brozek brozkova
  brozova bruckmann bruder bruen brugger bruggmann bruhns brumat brun brunelli brunet brunetti bruni brunner bruno
  bruns bruschi bruun bruzzone bryant brychta brychtova brzezinski brzozowski bubenik bubenikova bucanin buccheri
  bucci bucek buch buchele bucher buchholz buchrucker buchta buchtova buckalovic buckova buckridge bucur buczek
  buczkowski buczynski buda budai budak buder budichalas budimcic-kovacevic budzinski budzynski bueno buhl buhler
  buhlmann bujak buker bukowski bulaja bulak bulat bulatovic bulgarelli buljat bultmann bulut bundgaard bunea bungener
  bunjes bunoza buongiorno buonomo burckhardt burda burdak burdova bures buresova burger burghagen burgio burgos
  burian burianek buriankova burianova burkhard burkhardt burklein burlacu burmeister burri buruk burzynski busak
  busch buschbaum buscher busemann busetincan buslaver buss busse bussmann bustamante bustos butera butler butt
  buttner buzzi byrd byrtus byrtusova cabaj-adam caballero caban cabras cabrera cabro caccamo caccavo cacciamani
  cacciapuoti cacciatore cace cada cadena cadoni cadova caforio caggiano caha cahova caiazza caiazzo caillat cailler
  cajka cajko cajner cajzler calabrese calabria calabro calafiore calame calandro caldera calderon caleta cali
  califano calin callegari calligaris calo calvillo camacho camara camarillo cameron camilli cammarata cammisa
  campagna campana campanella campanile campanini campbell campisi campo campoli campos campus can canaki canale
  canales cancar cancelliere cancellieri candela candelaria candido candrlic canepa cangiano canino canjko-novak
  cankar cannas cannata cannella cannone cano canova cantagallo cantoni cantu canu cap capannolo capanoglu capasso
  capecchi capek capelli capitani capizzi capkova capoccia capocotta capogna capone caporaso capova cappai cappelletti
  cappelli cappello cappiello capponi capraro capriotti capuano caputo cara caraballo caracciolo caradonna carbajal
  carbon carbone carboni cardella cardenas cardia cardinale cardinali cardini cardona cardone cardoso care careddu
  carella caretti caric caricari carini carletti carli carlier carlini carlino carloni carlotti carlowitz carlsen
  carlsohn carlucci carminati carmona carneiro carnevale carnovale carollo caron carosi carpentier carranza carrara
  carraro carrasco carrasquillo carre carreon carrera carrero carrieri carriero carrillo carrion carroll carrozza
  carrozzo carrus carta carter cartl cartwright caruso carvajal carvalho carvelli casadei casadio casagrande casale
  casali casano casanova casares casarez casas casavecchia cascio cascone casella caselli caserta casillas casini
  casolaro caspari casper caspers cassano cassim cassin castagna castaldi castaldo castaneda castellana castellani
  castellano castellanos castelli castiello castiglioni castillo castro casu casula catalano catalbas cataldi cataldo
  catalinac catana catania catanzaro catarsi catellani caterino catic cattaneo cattani cavalic cavaliere cavalieri
  cavallari cavallaro cavalli cavallini cavallo cavazos cavic cavlina cavriani cazacu cazares ceballos cebula
  ceccarelli ceccarini cecchetti cecchi cecchini cecere cech cechova cedillo cehmajster ceja cejka cejkova celano
  celar celebija celentano celeste celi celik celli cellini cenan cengija cenni centeno centofanti cepeda cerar cerda
  cerise cerkasin cermak cermakova cerna cerne cernik cernikova cernoch cernochova cernohorska cernohorsky cerny
  cerrani cerrato cerri cerullo cerutti cervantes cervantez cervena cervenak cervenakova cervenka cervenkova cerveny
  cervinka cervinkova cesaretti cetin cetiner cevik chacon chaloupka chaloupkova chalupa chalupova champlin chapa
  chappuis chapron chapuis chapuisat charles charpentier charvat charvatova chassot chattopadhyay chaturvedi chauvin
  chavarria chavez chen cherchi cherubini chessa chessari chetty chevalier chevallier chiacchio chianese chiaravalle
  chiavacci chila chimenti chiodi chiriac chirico chirila chirita chis chivu chladek chladkova chlup chlupova chmelar
  chmelarova chmelik chmelikova chmiel chmielewski chmura choi chojnacki chojnowski cholewa chollet chopard chopra
  choquart chovancova chovanec christ christen christensen christiansen chroma chromy chrzanowski chudoba chudobova
  chudzik chuit chvatal chvatalova chvojka chvojkova chytil chytilova ciaccio ciacio ciampa cianci ciani ciavarella
  cibulka cibulkova cicala cicatiello ciccarelli cicchetti ciccone cichocki cichon cichy cicmak cierpinski ciesielski
  ciesla cieslak cieslik cifarelli cigoj cihak cihakova cihlar cihlarova cilli cimerman cimmino cincurak-kovac cinelli
  cingolani cini cintron ciobanu ciocan cioffi cioni ciotola ciotti cipanj cipanj-banja cipolla cipollaro cipolletta
  cipriani cipriano cirelli cirillo cisar cisarova cisneros ciss cisse cissokho ciszewski citro cittadino ciuffetelli
  ciuffreda ciulla cizek cizkova cizmar-tormas claes claesson claeys clarius clark clarke clausen cleem clement
  clemente clerc cleve cloos clottu co cobanovic coccia cocco coelho coinchon cojocaru cokan cola colangelo colantuono
  colaric cole colella coleman coletta colin colina collado collazo collet collier collin collins colombo colon
  colonna colucci colunga coly coman comito como concas concepcion conforti congiu coniglio conka conkova conn
  connelly conrad conroy considine consiglio constantin constantinescu cont conte conti contini contreras contu cook
  cooper coppola cora corak corazza corboz cordero cordes cordier cordioli cordova corekci coretti corkery cormier
  cornea cornejo cornelissen cornelsen corona coronado corradi corradini corrado corral corrales corrao correa
  correale correia corridori cors corsi corsini corso corsten cortes cortese cortesi cortez corti cortinovis corwin
  cosentino coslovich cosma cossu costa costache costantin costantini costantino costanza costanzo costea costin
  cotthardt cottier cotto cottone coufal coufalova coulibaly coulon courten cousin covaci covarrubias coviello cox
  cozma cozzani cozzi cozzolino craciun crea cremin cremona cremonesi crepaldi crescenzi cresnik crespi crespo cretu
  crevatin crews crimi crippa crisafulli crisan criscenti crisci criscione crispino crist cristea cristescu cristiano
  cristofaro critelli crnogaj croce croitoru crona cronin cronjager crooks crosskofp cruciani cruciata cruickshank
  cruz csapo csonka csordas cucchiara cucciniello cuche cucu cudina cuellar cullinan cummerata cummings cunha cuomo
  curci curcio curda curdova curiel curreli cusimano cusumano cuzzocrea cvagic cybulski cygan czaja czajka czajkowski
  czapla czarnecki czech czechowski czekaj czerniak czerwinski czyz czyzewski da daako dabcevic dabek dabkowski
  dabnjak dabo dabrowski dach dachert dadic dagdas daglaroglu dahl dahlberg dahm dahmen daidone daimer dakickozic
  dalgaard dalleaste dallenbach dalmasso dam damaske damian damiani damiano damico damljanovic damm dan danciu danek
  danenhauer daniel daniele danielsen danielsson danila danilova danis danisova dankova danneberg danner danso dante
  darazac dare darko darteh dartey dascalu dasic dattilo daub daubner daudrich dauer daugherty daum dauth dautzenberg
  david davidova davidovic davidovicamic davidsen davies davila davis davoli de deak deane debeljak debenjak debowski
  debski dec decker deckert deckow declerck declercq decock decoster dedek dedkova deerberg degano degrassi dehmel
  deiana deja dejanovic dekker delacruz delafuente delagarza delalic delao delapaz delarosa delatorre delaunay deleon
  delfino delgadillo delgado dell'amico delogu delonge delrio delvalle dembele deme demeter demetrova demir demirbas
  demirel demontis demurtas demut denaro denesik dengler denis denkel denner denti denzinger denzler dera deriu derr
  dertmann desai deschamps deshpande desiderio desmet desogus destro dethloff deuschle devald devar devcickatic devos
  dewilde dhawan dhlamini dia diaby diack diaconescu diaconu diagne diakhate diallo diamanka diamanti diana diao
  diarra diatta diattara diaw diawara diaz dibbert dickens dicki dickinson dieckmann diedhiou diedrich diekmann dieme
  diene dienel dieng dies dietrich dietsche dietz dietzsch dieye diezel dijkstra dilla dima dinca dingelstedt dini
  dinu diome dione diongue dionisi diop diouf dioum dippl distefano dittmann dittmar dittmer dittrich dittrichova
  divald divis divisova dix dixon dizanov dizdar djetka djitte djokoto djurasek dlamini dlouha dlouhy dlugosz dobbrunz
  dobel dobes dobesova dobias dobiasova dobler dobosz dobre dobrescu dobrosavljevic dobrovolna dobrovolny dobrowolski
  dobrzynski docekal docekalova dockal dockalova dodaro dogan dogaru doherty dohnal dohnalova dohring dokonal dokoupil
  dokoupilova dokoza dolacek dolce dolch dolci dold dolecek doleckova dolejs dolejsi dolejsova dolezal dolezalova
  dolezel dolezelova dolinar dolnicar domagala domanski dombrowski domingues dominguez dominiak dominici dominquez
  domjan domljan donati donato donda donie donkor donnelly dooley dopsa doria doring dorner dornik doro doronzo dorre
  doskocil doskocilova doskoczynski dostal dostalova doubek doubkova doubrava doubravova douglas dousa dousova dower
  doyle doza drabek drabik drabkova drac dracic dragan draganovic draghici dragic dragin drago dragoi dragojlov
  dragomir dragone dragoni dragoviczafred dragu drakcic drame dramlic draskovic drechsler drees dreher dreier
  dreissigacker drenjacevic dressler drews driessen drinjak droz drozd drozdova drozdowski drozdz drzewiecki duah
  duarte dubashi dube dubiel dubochet dubois dubravec dubska dubsky dubuis dubuque duca ducci duchon duchonova duck
  ducommun ducret duda dudas dudek dudkova dudova dudziak dudzik dudzinski duenas dufek dufkova dufour dugaja dukovac
  duma dumas dumija dumitrache dumitrascu dumitrescu dumitriu dumitru dumont dunda dunka dunkova dupan dupont dupuis
  dupuy durak duran durand durante durgan durmaz dusek dusenkalkar duskova duszynski duta dutkiewicz dutoit dutta
  dutto duval duvnjakculjak duygulu dvoracek dvorackova dvorak dvorakova dvorska dvorsky dwamena dwivedi dyett dylus
  dzakmic dzakula dzal dzanija dziedzic dziuba dzokoto eberhard eberhardt ebert echevarria ecker eckhardt ecoffey
  edorh edvardsen edwards effertz effler egeli eggenmueller egger egli ehm ehmann ehrig eich eichenberger eide eifert
  einert eisenlauer ek ekici eklund ekpo eksioglu ekstrom elbe elciboga eleyth elia elias eliasova eliasson elicin
  eligibile elizondo elmastasoglu elss elworthy emard embranthiri emert emery emig emmelmann emmerich enache ender ene
  engel engelen engelmann engstrom enriquez epifani eplinius erbay erben erbenova erberk erbulak ercetin ercoli erdman
  erdmann erdogan erez erginsoy erhardt eriksen eriksson erkekli erlei erm ermini erni ernser ernst eronat errante
  errera errichiello errico ertl erturk erwes esbensen escalante escamilla escobar escobedo esenwein esparza espinal
  espino espinosa espinoza esposito esquibel esquivel esser esteves estevez estrada etienne eugster evangelista
  evangelisti evans evensen evers everts evliyaoglu evola ewald fabbri fabbricatore fabbro fabian fabiani fabiano
  fabianova fabijanovic fabjan fabre fabris fabrizi fabrizio faculjak fadda fadel fahey fahham fahner fajardo fajdetic
  fajdiga faktor falbo falcao falchi falcioni falco falcone falk falkowski fall faller falter falzone fanara fancello
  fanelli fankhauser fanta fantini fantova fantozzi faraci farago faraone farber farcas farcic farella faria farias
  farin farina farkas farkasova farrell farris fasano fasoli fassbender faty fauche faulhaber faure fava favara favaro
  favero favre fay faye fazekas fazio fedele federici federico feeney feest feher fehr fehrig feil fejfar fejfarova
  fekete fekonja felber feld felder feleppa felici feliciano feliziani felke feller femina fencl fenclova fenner
  fenske ferenc ferencova ferilli ferjan ferko ferkova ferluga fernandes fernandez ferracuti ferraiuolo ferrando
  ferrante ferranti ferrara ferrari ferrarini ferrario ferraris ferraro ferrarotti ferreira ferrer ferreri ferrero
  ferretti ferri ferrigno ferrini ferro ferroni ferry festa festuccia feuerbach fiala fialova fichardt fichera fidelis
  fiedler fiedlerova fierro fietz figl figueiredo figueroa figura fijalkowski filice filimon filip filipan filipek
  filipiak filipova filipowicz filipowski filippi filippini filipponi filsinger fincke fini fink finke finocchiaro
  finotti finstad fior fioravanti fiore fiorelli fiorentini fiorentino fiorenza fioretti fiori fiorillo fiorini
  fiorucci fisbah fischer fischerova fischetti fiser fiserova fish fisher fister fitschen fjeld flacco flacer flak
  flaman flanjak flatley fleischer fleischmann fleury flis floder florczak flore florea florek flores florescu florez
  florian florianova floridia florio floris flottmann fluckiger fodor fofana fofie foged foglia fois fojtik fojtikova
  folivarski foltyn foltynova fonda fonseca fontaine fontana fonti forconi foretay forgione forkel forlani forman
  formanek formankova formanova formica fornara forsberg forst forster fort forte fortova fortugno fortunato foschi
  fossum foster fosu foti fournier fousek fouskova frackowiak fraczek fraga frahmeke frami franc francesca franceschi
  franceschini francesconi francese francezi franchi franchini franciskovic franco francois francova frandsen franecki
  franek franey franjicabramic franjiczelic frank franke frankova frankowski fransson franta frantz franz franze
  franzis franzmann franzoni frasca fratczak fratello fratila fratti frau frauen frauendorf frazi frederiksen
  fredriksen fredriksson frei freigang freimann freimuth freisen freitas frenzel freriks frey freymond frezza frias
  frick fricke fridrich fridrichova fried friedek friedenberg friedli friedmann friedrich friesen friess frigan
  frigerio frigo frisch fritsch frohn frosch frydrych frydrychova fucci fuchs fuchsova fucik fucikova fuentes fuga
  fuhlbrugge fuksa fuksova fuller fulop fumagalli fumarola fundak funk fuoco furgala furlan furman furno furrer
  furtado fusaro fusco fusenig fust gaba gabius gabler gabor gaborova gabriel gabriele gabrielli gabrielova gabrovsek
  gabud gaddini gade gadiaga gadomski gadschiew gages gagliano gagliardi gagro gahwiler gaillard gaitan gajda gajdos
  gajdosova gajec gajewski gajgicmatic gajski gakstadter gal galander galante galarza galasso galati galazka galeazzi
  galic galinac galindo galjer galka gall gallardo gallegos galli gallo galluzzo galosevic galvan galvez gamba
  gamberini gambino gamboa gamez gamlin gamper ganaka gandhi gandolfo ganea gangemi gangnus gantar ganzmann
  ganzzuparic gaona garatva garau garavaglia garay garcia garden gargiulo garibay garica garifo garnier garofalo
  garonja garrido garza gasior gasiorowski gaspar gaspari gasparini gaspic gassama gasser gast gastel gastelum gatta
  gatti gatto gatzka gauder gaudiano gauthier gautier gavric gavrila gawel gawlik gawron gawronski gay gaye gaytan
  gazi gaziova gazo gazzola gebhardt geese gehre gehrig gehring gehrke geiger geisendorf geisler geissler gelling
  gemma genchi genjega genna gennaro genoud genovese gens gentile gentili georgescu gerace geraci gerard gerbennow
  gerber gerdel gerhardt gerhold gerlach germain germani gerritsen gerschler gerson gervasi gerwig gesell geyer
  gfeller gheorghe gheorghita gheorghiu gherman ghilardi ghirmai ghita ghosh giacalone giaccio giachi giacomelli
  giampaoli giampaolo giannelli giannetti gianni giannini giannone giannotti gianotti giansante giardina giardini
  gibbs gibson giehl gielen gierisch giesa giesche giger gigli giglio gigliotti gil gilbert gilde gill gillet
  gillieron gioacchini gioia giordani giordano giorgetti giorgi giorgio giovannelli giovannetti giovannini giovinazzo
  girard girardet girardi giraud giraudo giron girone gislason giudice giuffrida giugliano giuliani giuliano giunta
  giurgiu giusti giustra glab glasnovic glasson glatting glavac glavati gleason gleichner glogowski gloor glosli
  glover glowacki glumpak gning gningue gobbi gobel gockeritz godanj godec godinez godlewski godoy goebel goedicke
  goff gohler golab goldbeck goldfuss goldkamp goldkuhle goldner golebiewski golebiowski golec golicsamarzija
  golinelli goller golling gollnow gollum golob golomski gombai gombay gombert gomes gomez gomis goncalves gonultas
  gonzales gonzalez goodwin goonam goossens gora goral gorczany gordhan gorecki gori goricanec gorisek gorjanski gorka
  gorlich gormer gorniak gorny gorski gotthardt gottlieb gottschalk gottwald gottwaldova gotz gotzelmann goudiaby
  govender govoni gowda goy goyette graber grabowski gracia graczyk gradisar grady gradzki graf graham grams gran
  grana granado granados granat granata granato grande grandi grandjean grange grant grasse grassi grasso gratzky grau
  gravina gray graziani graziano greb grebenarzarmen greco grecu green greenfelder greenholt greger gregersen gregor
  gregorc gregori gregorova greithanner greppi greschner grgic grieco griego griem griesbacher griese griffin
  griffiths grigoras grigore grigorescu grijalva gril grilli grillo grimaldi grimes grimm grladinovic grm grob
  grochowski groebli groen gromisch grondin groothuizen gros grosjean gross grosser grossheim grossi grosskopf grosso
  grosu grothaus grothkopp grotke grotzinger groza grozdanovic grube gruber grubesicbarbir grubrova grudzien grun
  grundmann grundza grundzova gruner gruning gruppuso gruszczynski gruszecki gruszka grygar grygarova grzegorczyk
  grzelak grzesiak grzesik grzeskowiak grzyb grzybowski grzywacz guajardo gualtieri guardado guarino guarneri
  guarnieri guastella guastone guerin guerra guerreiro guerrero guerrieri guerriero guerrini guevara gueye guglielmi
  guha guichard guida guidetti guidi guido guidotti guillaume guillen guillot guinand guisse gul guldemeister guler
  gulgowski gulino gulli gulyas gummelt gumuspala gunday gundersen gunes guneta gunjaca gunkel gunnarsson gunther gunz
  gupta gurbig gurmen gurrieri gurule gusikowski gusmeroli gustafsson gut gutal gutierrez gutjahr gutkowski gutmann
  gutowicz gutowski gutrovac gutschank guyot guzik guzman gwozdz gwozdzik gyamfi gyasi haack haaf haag haas habel
  haber hache hack hackbusch hackelbusch hackett hada haddad hadfield hadwich hadzibeganovic haferkamp hafliger hafner
  hagen hagenes hahn hajdinjak hajdu hajduk hajek hajkova hajna hajnc hajny hakala hakansson hakyemez hala halas
  halasz hald haley hall hallmann halova halvorsen halvorson hamalainen hamann hamill hamilton hammes hamon hampl
  hamplova hamzaoglu hana hanacek hanackova hanak hanakova hand handzic hane hanenberger hango hanizar hannecker hanni
  hannich hanniske hanousek hanouskova hanova hansen hansson hanus hanusova hanzal hanzalova hanzl hanzlik hanzlikova
  hanzlova harac haramija harber hardy hargasser harms harnapp haro harris harter harting hartlieb hartman hartmann
  hartmanova hartwig hartz harvey has hasanica haschke hasek haskova hasler hassan hasse hassfeld hathorn hauck haug
  haugaard haugen hauke haukelidsaeter haupt hauser havel havelka havelkova haverney havlicek havlickova havlik
  havlikova havlova havojic havranek havrankova hayes hayworth hazes heaney hearne heathcote heberstreit hechler hecht
  heck heczko heczkova hedegaard hedermann hediger hedlund hegedus heger hegerova hegmann hehl heidelmann heidenreich
  heidler heikkila heikkinen heinemann heinig heinke heinonen heinrich heinze heiser heist hejda hejdova hejduk
  hejdukova hejl hejlova hejna hejnova heller hellmann hellstrom helm helmke helpling henderson hendriks hendrych
  hendrychova hengmith henkel hennes hennezel henri henriksen henriksson henriques henriquez henry hense hensel hentel
  hentschel hentschke hepperle herberger herbrand heredia hering herjavec herman hermanek hermankova hermann hermanova
  hermans hermansen hermansson hermecke hermiston herms hernadez hernandes hernandez herold herrera herrmann
  herschmann hertel herve herweg herwig herzenberg herzog hess hesse hessek hessel hessler hettinger hetzler heuck
  heydemuller hickle hidalgo hidosanin hiebl hildebrand hildenbrand hilgendorf hill hillard hiller hilll hills hilpert
  hiltunen hingsen hingst hinojosa hinrichs hintz hirnstajn hirsch hirschberg hirt hirthe hirvonen hitchinson hjort
  hjorth hladik hladikova hladka hladky hlapec hlasni hlatshwayo hlavac hlavacek hlavackova hlavacova hlavata hlavati
  hlavaty hlavka hlavkova hlongwane hlousek hlouskova hoarau hocevar hochstrasser hocke hodanovac hodea hodel
  hodkiewicz hodovanj hoeger hofer hoffman hoffmann hoffmannova hofman hofmann hofmanova hofstetter hoft hohenberger
  hohl hohn hohne hohnheiser hohosbabic hola holan holanova holas holasova holcova hold holdt holec holecek holeckova
  holguin holik holikova holinski holl hollard holm holmberg holmgren holmqvist holoubek holoubkova holtfreter holub
  holubova holy holz holzdeppe holzner homa homenick hommel homola homolka homolkova homolova honegger honig honz
  hooss hopland hoppe hora horacek horackova horak horakova hordt horejsi horky horn horna hornak hornakova horne
  hornicek hornickova hornik hornikova hornung horova horska horsky hort horvat horvath horvathova horvatova hosek
  hoskova hottinguer hotz houdek houdkova houska houskova hovanjek hovorka hovorkova howard howe howell hrabal
  hrabalova hrabovska hrabovsky hradecka hradecky hradil hradilova hrbacek hrbackova hrbek hrbkova hrda hrdina
  hrdinova hrdlicka hrdlickova hrdy hresicdubaic hribar hrncir hrncirova hroch hrochova hromadka hromadkova hron
  hronova hrovat hruba hrubes hrubesova hruby hruska hruskova hruza hruzova hrvatin huang hubacek hubackova
  hubenbecker huber hubert hubl hubner huckestein hudak hudcova hudec hudecek hudeckova hudson huebel huel huels
  huerta huet hug hugel hughes hugo huguenin huhn huisman huixtlacatl hujo huke hulka hulkova huls humbert
  humbert-droz huml humlova huneke hunziker hurlimann hurtado husak husakova husakovichodzic huseby husek huskova
  hussain huth huttcher hutter huwiler huzanic hyatt hybl hyblova hynek hynkova iacob iacolare iacono iacovino
  iacovone iancu iandolo iannaccone iannello ianni iannone iannucci iaria iazzetta ibarra ibe ibranovic ichim ierardi
  iezzi iglesias iglicar ignat ihasz ihly ilancic ilc ilie iliescu illes illing imhof impellizzeri improta indelicato
  ingrassia ingrosso innocenti inzerillo iodice ion ionescu ionita iordache iorga iorio iosif iotti iovino ippoliti
  ippolito irimia irizarry isak isaksson isekenmeier isler ispas ispiranovic istrate iten ito itt iuliano ivan ivancan
  ivancic ivankovicbon ivas ivascu iversen ivkovac iwanowski iwanski iyengar iyer izdebski izzi izzo jablonski
  jackowski jackson jacob jacobi jacobs jacobsen jacobson jacquet jadro jaggi jagica jagiello jagielski jagodzinski
  jagusch jagusic jahn jahnke jahoda jahodova jaime jaimes jain jakab jakes jakesova jakl jaklova jakobek jakobs
  jakobsen jakobsson jakolic jakopic jakoubek jakoubkova jakubcova jakubczyk jakubec jakubiak jakubowski jakusmejarec
  jambor james jamnik jamrozy janacek janackova janak janakova janas janata janatova janca jancik jancikova jancova
  janda jander jandova janecek janecic janecka janeckova janekovic janevski jangid janiak janicek janich janicki
  janickova janik janikova janiszewski janka janke jankovicbeslic jankovitch jankowiak jankowski janku janosevicfranz
  janota janotova janousek janouskova janovska janovsky janowski jansa jansen janska jansky jansova janssen janssens
  jansson janu janus janusko janusz januszewski jaquez jaramillo jarc jares jaresova jarets jarnec jaros jarosova
  jarosz jarvinen jarzabek jasek jasinski jaskiewicz jaskolski jaskova jasper jasso jast jastrzebski jauk javurek
  javurkova jaworski jazbinsek jazvinsak jean jeanneret jech jechova jedlicka jedlickova jedrzejczak jedrzejczyk
  jedrzejewski jegorov jelen jelenova jelica jelinek jelinkova jellinghaus jenicek jenickova jenkac jenkins jenko
  jenni jensen jeorga jeppesen jerab jerabek jerabkova jeram jerde jereb jerschabek jesenicnik jespersen jess jesus
  jeusa jez jezek jezierski jezkova jezova jha jilek jilkova jimenez jiminez jindra jindrova jira jirak jirakova
  jiranek jirankova jirasek jiraskova jirik jirikova jirka jirkova jirku jirousek jirouskova jirova jirsa jirsova
  johannessen johannsen johansen johansson johar john johnova johns johnsen johnson johnston jokanovic jokinen joly
  jonas jonasova jones jonker jonsson jordanovic jorgensen joseph joshi jossa jost jostiak jovancevic jovanovicfilicic
  jozwiak jozwik juarez jucken juhart juhasz juhl julien junek jung jungbluth jungton junkova jurado juraskovic jurcik
  jurcikova jurecka jureckova jurek jurgens jurica juricova jurik jurikova jurisicspajic jurkiewicz jurkowski just
  justesen juszczak ka kabat kabatova kabic kacavenda kacirek kacirkova kacprzak kaczmarczyk kaczmarek kaczmarski
  kaczor kaczorowski kaczynski kaderabek kaderabkova kadlec kadlecova kadnar kadri kaesmacher kafka kafkova kagi kahl
  kahler kahlert kahles kahlmeyer kahveci kaiser kaisrova kakkar kala kalab kalabova kalamiza kalas kalasova kaleta
  kalic kalin kalina kalinova kalinowski kalinski kalisz kalivoda kalivodova kallabis kallensee kallio kalous kalousek
  kalouskova kalousova kalova kaluderski kaluza kalyan kamal kamara kamat kamber kambic kamenicki kamenik kamenikova
  kamenov kaminski kampf kampschulte kana kanaria kande kandecki kandji kane kanea kania kanic kaniewski kanimal
  kaniyar kanizaj kanka kankova kano kanova kante kantor kantorova kanzaki kaplan kaplanova kapoor kappe kappler
  kaproncai kapulica kapusta kara karabocek karabulut karadamis karadas karaduman karaer karam karan karapetric karas
  karasek karaskova karasova karban karbanova karczewski kardos karel karem karen karhoff karika karikari karjalainen
  karlak karlic karlik karlikova karlinski karlova karlsen karlsson karpinski karrass karst karsten karus karwowski
  kasal kasalova kasapoglu kasavica kaselj kaser kasik kasikova kaspar kasparek kasparkova kasparova kasperek kasprzak
  kasprzyk kass kasse kassulke kasten kastner kaszuba katarincek kather kathrada katoi katona katulic katzinski
  kaufmann kaul kaur kausemann kautzer kavcic kavka kavkova kawa kawecki kawohl kaya kazda kazdova kazenski kazmarek
  kazmierczak kebe kececi kedzierski kedziora keebler keeling keil keiner keita keith kelemen keller kelly kelm
  kemfelja kemmer kemp kempe kemper kempis kempter kennedy kepa kerekes kerl kerluke kern kertzmann keseroglu kesina
  keskin kesselring kesselschlager kessler kette kettenis keutel khalid khan khanna khatri khouma khoza khumalu
  khuzwayo kick kiehn kielbasa kiessling kihas kihn kilback kim kinadeter kindelan kindl kindlova king kinnunen kinzel
  kinzy kiraly kirch kirlin kirst kis kisabaka kisiel kiss kita kizivat kjaer kjeldsen klaas klabuhn klapper klauder
  klaus klausen klecina klecka kleckova kleeberg kleiber klein kleinert kleininger kleinmann kleinova kleinsteuber
  kleiss klemencic klement klementova klemme kleven klima klimczak klimek kliment klimentova klimes klimesova klimova
  kling klinger klink klisanin kljecanin klocko klopsch klos klose klosowski kloss kloucek klouckova klouda kloudova
  kluge klusener kluwe kmet kmiec kmiecik knabe knap knapik knapova knecht kneifel knetsch knez knies knippel knobel
  knoblich knoll knorr knorscheidt knotek knotkova knudsen knut kobayashi kobela kobia kobs kobus koc kocchar koch
  kochan kochova koci kocian kocianova kocjan kock kocman kocmanova kocoglu kocourek kocourkova kocsis kocyigit
  koczulla koderisch koehl koehler koelpin koenig koepp koester kofferschlager kofler kofranek kogan kogut koha kohle
  kohler kohlmann kohnle kohout kohoutek kohoutkova kohoutova kohrbruck kohre kohrt koivisto koj kok kokalj kokar kola
  kolacek kolackova kolakowski kolar kolarac kolarik kolarikova kolarova kolasa kolb koleiski kolek kolenc kolesaric
  kolgjeraj kolkova kolly kolman kolmanova kolodziej kolodziejczyk kolodziejski kolokas kolompar kolotzei
  kolundzicradic komak komarek komarkova komaromy kominek kominkova komoll komorowski konate koncar konda kone konecna
  konecny konicek konickova konieczna konieczny konig koning konopelski konopka konow konrad konta konte konya koob
  koomson kopal kopalova kopanec kopas kopczynski kopec kopecek kopecka kopeckova kopecky kopecna kopecny koper
  kopernick kopf kopriva koprivec koprivova korbel korbelova korhonen korinek korinkova korkmaz kormukcu korol korosec
  korotaj korpas korsa korta kortajarena korusac korzeniowski kos kosalec kose kosenkow koseoglu kosik kosikova kosina
  kosinova kosinski koskinen kosova kosowski koss kostal kostalova kostecki koster kostka kostkova kostrzewa koszewski
  kot kotas kotasova kotek kotkova kotlar kotlarova kotowski kotrba kotrbova kotrljanovic kouba koubaa koubek koubkova
  koubova koudela koudelka koudelkova koudelova koukal koukalova kouril kourilova koutna koutny kovac kovacek kovacova
  kovacs kovalski kovar kovarik kovarikova kovarova kowal kowalczuk kowalczyk kowalewski kowalick kowalik kowalinski
  kowalski koyluoglu koyuncu koza kozak kozakiewicz kozakova kozel kozey koziel koziol kozlova kozlowski kozma krabbe
  kraft kragl krahovski krajcik krajewski krajicek krajickova krajina krajinovic krajnc krajnovic krakowiak kral
  kralicek kralickova kralik kralikova kralj kralja kraljinovic kralova kramer krasnova kratka kratky kratochvil
  kratochvilova kratofil krauel kraus krause krausova krauspe krawczyk krawiec krcmar krcmarova kreb krebs krecek
  kreckova kregar kreiger kreissig krejci krejcik krejcikova krejcir krejcirova krejcova krenek krenkova kresonja
  kresse kreutz krieger krippner kris kristensen kristiansen kristof kristoffersen kristofova krivanek krivankova
  krivda kriz krizaj krizan krizek krizkova krizova krkalo krmelj krockert krodinger kroger krogh krohn krol
  krolikowski kron kropacek kropackova kroupa kroupova krueger krug krugel kruger kruk krukowski krull krupa krupicka
  krupickova krupinski krupka krupkova krupova krusarovski kruschinski kruszewski krysiak krzeminski krznaric
  krzyzanowski kshlerin ksiazek kub kuba kubacki kubanek kubankova kubat kubatova kubcova kubec kubelka kubelkova
  kubena kubera kubes kubesova kubheka kubiak kubica kubicek kubicki kubickova kubicova kubik kubikova kubin kubinova
  kubis kubisova kubli kubova kuc kuca kucara kucera kucerova kuchar kucharczyk kucharova kucharski kuchta kuchtova
  kucinac kucinski kucova kucukler kuczynski kuday kudeljas kudlacek kudlackova kudrna kudrnova kufahl kuhar kuhic
  kuhlee kuhlman kuhn kuhnel kuhnemund kuhnen kuhnert kuhnke kuijpers kuiper kujavec kujawa kujawski kukla kuklova
  kukuljica kukuruznjak kula kulas kulesza kulhanek kulhankova kulhava kulhavy kulig kulik kulimann kulinski kulma
  kumar kumbernuss kumcuoglu kumi kummle kunc kuncova kunde kunene kunes kunesova kung kunicbukovac kunt kunter kunz
  kunze kupcova kupec kupfer kuphal kupka kupkova kupprion kuprion kurek kurevija kurjacic kurka kurkova kurnicki
  kurowski kurrat kurschilgen kurt kurtak kurtanjek kurutluoglu kus kusan kuschewitz kuschmann kusi kuske kustermann
  kusters kutch kuter kutlay kutlija kutscherauer kutzner kuvalis kuypers kuzel kuzelova kuzmanic kuzmanicsarac
  kuzmanovicdordevic kuzmina kuzucu kvapil kvapilova kvarme kvasina kvasnicka kvasnickova kwaakye kwadwo kwarteng
  kwasniewski kwiatkowski kwiecien kwiecinski kyei kyncl kynclova kyra kysela kyselova
`

/** Family names of the same countries, in lower case without accents. From the locales of faker-js (MIT), with additions. */
export const FAMILY_NAMES: ReadonlySet<string> = new Set(
  `
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
  kwasniewski kwiatkowski kwiecien kwiecinski kyei kyncl kynclova kyra kysela kyselova laack laakso laaksonen labadie
  labate laboy labus lacerda lach lacina lacinova lack lacko lackova lacroix ladewig laezza laforza lagana lahtinen
  lai laine laitinen laitkam lakatos lakatosova lakin lakomy lam lamacchia lambelet lambert lamberti lammert lamos
  lamy lana landa landi landmann landova lang lange langer langfeld langhirt langlois langosh langova langr langrova
  langworth lanig lanteri lanz lanza lapcevic lapinski laporte lara lari larkin larsen larson larsson laskowski lasota
  laszlo latal latalova latini latorre lattanzi lauckner lauinger laureano lauren laurent lauri lauridsen laursen
  lausecker laux lavecchia lavicka lavickova laws lax lazar lazzari lazzarini lazzaro le leal leale leannon lebeda
  lebedova leberer leblanc lebron lebrun lebsack lecca lech leclerc leclercq lecomte ledda ledesma ledner lee lefebvre
  lefevre leffler leger leggio legrand legros lehmann lehner lehtinen lehto lehtonen leibold leide leimbach leinonen
  leipold leist leite leiter leiteritz leitheim leiva leiwesmeier lejeune lelli lemaire lemaitre lemke lemmens lemoine
  lemus lenart lenfers lengyel lenhard lenk lentini lenz lenzen lenzi leo leon leonardi leoncini leone leonetti leoni
  leopardi lepore leppanen lepthin lerma leroux leroy lesch leschnik lesiak lesina lesjak lesniak lesniewski
  leszczynski letsoalo letzelter leu leuba leuenberger leuschke leutarevic leutenegger leva levanic leveque levy
  lewandowski lewicki lewin lewis lewke leyckes leye leyva lezzi lg li libal libalova liberati librizzi licata
  liccardo licciardello lichtenfeld lichtenhagen lichtl licitra lie liebach liebe liebich liebold lieder lienshoft
  ligorio liguori lima limon limoncuoglu linares lind lindberg linden lindenberg lindenmayer lindgren lindholm lindner
  lindqvist lindstrom linhart linhartova linke linnenbaum linsey liotta lipan lipar lipari lipinski lipka lippe lippi
  lippolis lipske lipski lipus lira lis lischka lisi lisiecki liska liskova lisowski littel litterio little liu liuzzi
  livaja livazovic liverani ljevnaic ljiljan llamas lo lobinger loboda locatelli locci lockman loddo lodi loera
  loffredo lofgren logar logozar logsch lohmann lohre lohse loi loiacono lokar loken lolli lombardi lombardini
  lombardo lomeli lonardi long longhi longo longobardi longoria loogen lopes lopez lorenc lorencova lorentzen lorenz
  lorenzini loreti loreto lori lorusso losch loser losickrizmanic loska lotito lott lotti louda loudova louis loum
  loup loureiro lourenco lourinho lovato lowa lowe loy loya lozada lozano lubbers lubina lubke lubowitz luca lucarelli
  lucarini lucas lucchese lucchesi lucero luchetti luchini lucia luciani luciano lucidi lucio luconi luczak ludban
  ludolf ludvik ludvikova lueilwitz luettgen luevano lufft lugli lugo luise lukac lukacevic lukacin lukacova lukacs
  lukas lukasek lukasiewicz lukasik lukaskova lukasova lukaszewski lukenda lukes lukesova lukic lukickovanovic
  lukoschek luna lund lundberg lunde lundgren lundin lundqvist lundstrom lungu luongo lupi lupica lupo luppi luppino
  lupu luscher lustenberger luthi lutje lutz luzaic luzar luzi luzzi ly lynch maak maas mabaso mabunda macak macakova
  macaluso macanic macchi macchia macdonald macedo macejkovic macek macele macgyver mach macha machac machacek
  machackova machacova machado machala machalek machalkova machalova machova machtig maciag macias maciejewski
  mackiewicz macko mackova mackowiak macovei macri macura macurova maczey madej mader madera madetzky madic madonna
  madrid madrigal madsen madubuko madunicflauder madzic maes maestas maffei maftei magalhaes magana magdalenic magdic
  maggi maggiani maggio maggiore magi maglajic magliocco magnani magno magnussen magnusson magyar mahabeer mahajan
  mahlangu mahmudi mai maia maiello maier maillard mainardi maio maione mair maisch maj majaca majcen majcher
  majchrzak majer majerova majewski majka majnik major majstrenko makela makhanya makinen makowski maksimovic mala
  malagoli malaspina malatesta malavasi malave malbasik maldonado malec malecek malecic malecki maleckova malek
  malerba malesevic malicki malik malikova malina malinova malinowski maliszewski malizia malkova malkus mallet
  mallmann malobabic malojcic maltasic maltese malucha maluleke malvic maly mamula man manak manakova manca mancinelli
  mancini mancino mancuso mane manea manetti manfred manfredi manga mangane mangano mangione manica manicone
  maniscalco mann manna manninen mannino manno manns manolache manole mansell mansour mansson mante manti mantovani
  manz manzanares manzella manzi manzo mar maracic maragno marahrens marak marakovic maran marangi marangon marangoni
  marani marano marar marasovic marcec marcelli marcello marcet marchal marchand marchesan marchese marchesi
  marchesini marchetti marchetto marchewka marchewski marchi marchini marciano marcik marciniak marcinkovic
  marcinkowski marcon marconi marcovecchio marcu marcucci marcussen marczak marecek marechal mareckova marega marek
  marelli mares maresca maresova margic marginean margiotta margis mari marian mariani mariano maricevic marie marik
  marikova marin marinelli marinescu marini marinkovic marino marinucci mariotti mariucci mariz markelj markham
  markiewicz markotic markova markovicsarac markowski marks markus marl marmeggi marner maroevic marone marongiu
  marosicevic marotta marovic marquardt marquart marques marquez marra marras marrazzo marrero marrone marroquin
  marsalek marsalkova marschek marsella marsik marsikova marsili marszalek mart martel martelli martellucci marten
  martens martensson marti martin martina martincova martinec martinek martinelli martines martinez martini martinkova
  martino martins martinsen martinsson marton martorana martucci marty marunica marvin marx marxen marzano marzec
  marzi marziali marzocchi masala mascarenas mascia masciandaro mascolo masek maseko masi masia masiero maskova maslac
  maslanka maslowski masojevic mason masopust masopustova massa massari massaro massimi masson mastrogiacomo
  mastroianni mastronardi mastropietro masucci mata matanic matarazzo mataz mate mateescu matei matejicek matejickova
  matejka matejkova mateo matera mathebula mathes mathies mathieu mathisen mathiszik matias matijanic matijasevic
  matoric matos matous matousek matouskova matousova matranga matschke matta mattei mattern matteucci matthes matthey
  mattia mattila mattioli mattsson matula matulova matusiak matusina matuska matuskova matuszak matuszewski matyas
  matyasova matys matysiak matysova mau maugeri maurer mauri maurizi mauro mauroff mautner mautone mauzer maxa maxim
  maxova may maya maybach mayer mayerova mayert mayhos mayorga mazanek mazankova mazibuko mazilu mazur mazurek
  mazurkiewicz mazza mazzanti mazzarella mazzaro mazzei mazzeo mazzi mazzini mazzocchi mazzola mazzoleno mazzone
  mazzoni mazzotta mazzotti mbacke mballo mbatha mbaye mbengue mbodj mboup mbow mcclure mccullough mcdermott mcglynn
  mchunu mckenzie mclaren mclaughlin mclean mcmillan mebold mecca medeiros medek medeot medhurst medici medina medkova
  medrano medugno medved meeuwis megdanac megna mehl mehlhorn mehlorn mehra mehrotra meichtry meier meijer meili
  meireles meisch meissner meister mejia melandri mele melendez melgar meli melichar melicharova melillo melis melo
  meloni melzer memoli mena menard mencarelli menchaca mencl menclova menconi mendes mendez mendoza mendy menegatti
  menemencioglu menendez menga mengoni menna menne menon menozzi menrat mensa mensah mensik mensikova mensing menu meo
  meraz mercado mercier mercuri mercurio mereu merian merino merkel merlak merli merlo mermoud merola merseburg merta
  mertens mertoglu mertova mertz merz mesa mesaric mesarosbelanji mesloh mesquita messana messina meszaros mettler
  metz metzger metzner meunier mewes meyer meylan meza mezei mhlanga mhlongo mican micco miccoli miceli michal
  michalak michalcova michalczyk michalec michalek michalik michalikova michalkova michallek michalova michalowski
  michalski michaud michel micheletti michelucci michiels michna michnova micillo micka mickova micu mielczarek mielke
  mierzejewski miettinen migliaccio miglio migliore mignogna mihai mihaila mihailescu mihalache mihalcea mihaljec
  mijakovic mijota mika mikac mikes mikesicmerda mikesova mikicvucak mikitenko miklas miko mikodanic mikolajczak
  mikolajczyk mikova mikula mikulasek mikulaskova mikulova mikulski mikuta milak milan milani milankovic milano
  milazzo milczarek milde milea milella milewski milisickovacevic militaru militello miljanovic milla miller millet
  mills milton minah minar minarik minarikova minarova minelli mingarelli minniti mintzlaff miodrag miotto mirabella
  miramontes miranda mircea mirea mireles mirga mirgova miron mishra misiak miskiewicz mistretta misztal mitanovic
  mitchell miu mkhize mladek mladenovic mladkova mlakar mlcoch mlcochova mlejnek mlejnkova mlikota mlinar mlynarczyk
  mngomezulu mnisi mocanu moccia mockenhaupt mocks mocnik modica modise modzelewski moe moede moedl moeller moen moffa
  mofokeng moga mogenburg moguenara mohamed mohnacki mohr mohrhard mohsner moise mojica mojzis mojzisova mokra mokry
  mokwena mol moldner moldovan moldoveanu molefe molenaar molenda molina molinari molinaro molitor moll mollenbeck
  moller mollica mollinger molnar molnarova moloi molteni molzan monaci monaco monahan mondragon monnard monni monnier
  monod monroy montag montagna montagner montalbano montalto montalvo montanari montanaro montanez montano montefusco
  monteiro monteleone montemayor montemurro montenegro montero monterosso montes montesano montez monti monticelli
  montoya moonsamy moore moormann moors moosa mora morabito moraes morais morales morandi morar moraru moras moravcova
  moravec moravek moravkova morawski morax moraz mordenti mordhorst moreau moreira morel morelli morello moreno
  moretti moretto morgan morgante morgenstern morhelfer mori moriconi morin morini morissette moritz moro moroni morra
  morreale morri morris morrison morrone morsch mortensen mosca moscato mosciski moser moses moslavac moss mosti mota
  motaung motchebon motisi motl motloung motlova motta mottet mottola motycka motyckova motyka motzenbbacker moucka
  mouckova moudra moudry moulin moura moya mphahlele mracek mrackova mraz mrazek mrazkova mrazova mrkvicka mrkvickova
  mroczek mroczkowski mroz mrozek mrugalla mthembu mthethwa mtshali mucalj mucavac mucha muchova muckenthaler mudau
  mueller mues muhar muhleis mukhopadhyay mulas mulder mule muller mullerova mulrain munaro munch munda munguia muniz
  munk munkas munoz munsamy muntean munteanu mura muradbasic murati muratore murawski murazik muresan murgia murillo
  muro murolo murphy murray murru murtas musat muschg musella musial musil musilova musso mustonen musumeci musy
  muszynski muzenjak muzik muzikova myhrer myska myskova nabein nabow naca nader naf nagel nagode nagy nagyova
  nagypalfi naik nair najduk najera najman najmanova nakamura nalbantoglu nambeesan namboothiri nanaic nanez nannen
  nanni napierala napoletano napoli napolitano nappi naranjo narcisi narciso nardi narvaez nascimento nastase
  nastvogel natale natali nau naubert nauer naumann naumovskicizmar nava navarra navarrete navarro navratil
  navratilova nawrocki nawrot nayar nazario nazzaro ndaba ndao ndaw ndiaye ndione ndir ndlovu ndong ndour ndoye ne
  neacsu neagoe neagu neamtu nebioglu necas necasova nechita necula nedbal nedbalova nedelcu nedoma nedomova nedved
  nedvedova negoita negrea negrete negri negron negru nehru neimke nejedla nejedly nelson nemcova nemec nemecek
  nemeckova nemes nemeth nenadov nenadovic neri nerius nesladek nespor nesporova nesti nesvadba nesvadbova neto
  neubauer neubauerova neubert neuendorf neumair neuman neumann neumannova neumanova neupert neurohr neuschwander
  nevarez neves newton ney nezaj ngcobo ngom ngubane nguer nguyen nguyenova ngwenya nhlapo niane niang niass niasse
  nica nicastro niccolai nicoara nicolae nicolas nicolay nicolescu nicoletti nicolini nicolo nicolosi nicosia nicotra
  niculae niculescu nieddu niedermeier niedziela niedzielski niedzwiecki nieklauson nielsen niemczyk niemi niemiec
  nieminen nienow nieto nieves niewiadomski niggeler nigro nijland niklaus nikolaus nikolickovacic nilsen nilsson nino
  nissen nistor nita nitu nitzsche nkansa nkansah nkomo nkosi nkrumah noack nobile nobili nobre nocentini nocera
  nocerino nodler noel noga nogueira noh nolan nolte norberg nordby nordin nordskaug nordstrom noriega normann norris
  northoff nosek noskova nota notaro noto nova novacek novackova novak novakova novelli novello novosad novosadova
  novotna novotny novy nowacki nowaczyk nowak nowakowski nowicki nowinski nowosadek nsia nti ntiamoa ntim ntuli nucci
  nucera numanoglu nunes nunez nussbeck nuzzo nwachukwu nxumalo nyaako nyame nyantakyi nyberg nygaard nygard nystrom
  nytra oancea obeng oberbrunner oberem oberg obergfoll oberlin obermaier oblak obrezanac ocampo ocasio occhipinti
  ochoa ochs ochse odegard odehnal odehnalova odobasic oeser ofori ofosu oggiano ojala ojeda okpattah okumus okuneva
  okur okyere olah olahova olariu olaru olbina olbrich olczak olejniczak olejnik oliphant oliva olivares olivarez
  olivas oliveira olivera oliveri olivi olivier olivieri oliviero olivo olivova olla olmos olofsson olsen olson olsson
  olstad olszewski oltean olteanu olvera omani ondra ondracek ondrackova ondrasek ondricka ondrova onic onnen
  ontiveros onur oosterhuis opacic ophey opoku oppliger oppong oprea opris opuku opuvacic oquendo orak oraloglu oravec
  orban orbanic orbay ordonez orefice orellana orge orgulan orlandi orlando orlowski orn ornelas orosco orosz orozco
  orru orsag orsagova orsanic orsini orsos orta ortega ortenzi orth orthmann ortiz ortolani orzechowski oschkenat osei
  osenberg osinski osmak osmanlic osorio ossowski ostby ostendarp ostervald ostli ostringer ostrowski ostuni ostwald
  otahal otahalova otartic otero oti otiwa ott ottaviani ottaviano otte otto ottonello otuo ovcina owais owczarek owen
  owusu oymen ozanic ozansoy ozberk ozbey ozbir ozcan ozdemir ozdenak ozdogan ozer ozgorkey ozkan ozkara ozkok oztonga
  oztuna ozturk ozuna pabon pace pacheco paci pacifici pacifico pacini pacocha paczkowski padberg padilla padovan
  padron padula paduraru paesler paez pagac pagan paganelli pagani pagano pagliai pagliuca pahanic pahert paiva pajak
  pajcic pajeska pajkuric pajonk pajtl paksut pakula pal pala palacios palacz paladini palano palasti palazzi palazzo
  palazzolo palecek paleckova palermo paljevic palka palla palladino pallentin pallesen pallotta palm palma palmeri
  palmieri palmisani palmisano palombi palombo palomino palomo palsson paluch palumbo pamper pana panait panaro pandey
  pandolfi panek panetta panezic pani panicker panico pankova pantano pantoja panza panzeri panzig paola paolella
  paoletti paoli paolicelli paolillo paolini paolino paolucci paone paonessa pap papa papak papaleo papapietro papez
  papezova papini papp pappalardo paradiso paraschiv paravinja pardini paredes parente pariggiano paris parise parisi
  parisian parizek parizkova park parker parkin parlier parnell parodi parra parrinello parrino partida partyka parun
  parvu pasalic pasca pascale pascali pascarella paschke pascu pascucci pasek pasini paskova pasqua pasquali pasquier
  pasquini passarelli passeri passero passuello pasternak pastore pastorelli pastorino paszkowski pasztor pataca
  patacic pataki patane patek patel paterson patil patila patino patko patkova patocka patockova patrascu patriarca
  patrone patrun patruno patterson patti patzwahl pau paucek paukner paukovic paul paulova paun paunkovic pavan pavani
  pavel pavelek pavelic pavelka pavelkova paver pavesic pavlacic pavlas pavlasova pavlica pavlicek pavlickova
  pavlicova pavlik pavlikova pavlova pavlu pavone pavrlisak pawelec pawlak pawlicki pawlik pawlikowski pawlowski payet
  paz pazdera pazderova pazmanj peaquin pecar pece pech pecha pechacek pechackova pechova pecina pecka peckova pecora
  pecoraro pecorella pedersen pedone pedraza pedrazzini pedroni pedrotti pedroza peeters peixoto pekar pekarek
  pekarkova pekarova pekkan pektemek pelayo pelc pelcova pelikan pelikanova pellecchia pellegrini pellegrino pelletier
  pellicano pellitteri peluso pena penna pennestri penzo pepe perales peralta peran perea perego pereira peres perez
  perilli perin perina perini perinova perna pernica pernicova peroni perotti peroutka peroutkova perra perret perri
  perrier perrin perrini perrone perrot perrotta perroy perry persa persson perugini peruzzi pesaresi pesce pesek
  peselman peska peskova pesorda pession pesta pestova petcu petek peter peterka peterkova peters petersen peterson
  petit petito petr petrak petrakova petralia petrarca petras petrasova petre petrea petrella petrelli petrescu
  petricek petrickova petrijevcanin petrik petrikova petrini petrisevac petrone petronio petrova petrovac petru
  petrucci pettersen pettersson petzold pezzella pezzi pfannerstill pfeffer pfeiffer pfennig pfersich pfingsten
  pfister pflieger pflugner pham philipp philippe phillips piacentini piaget piana pianese pianigiani piasecki piatek
  piatkowski piazza piazzolla pibiri pica picard picariello picchi piccinini piccione picco piccoli piccolo picha
  pichardo pichler pichlmaier pichon pichova pictet piechota pieczek piekarski pieri pierini pierre pierro piesker
  pietras pietruszka pietrzak pietrzyk pietsch piga pignatelli piguet piha pilar pilarova pilarski pilat pilato
  pilatova pilch pili pilla pillai pillay pillitteri pimentel pina pinardi pineda pingpank pinheiro pinho pini pinna
  pinnock pinon pintea pinter pintilie pinto pintus piorkowski piotrowicz piotrowski pipitone pippig piras pircher
  piredda pires pirone pirrello pirrone pirvu pisa pisani pisano pisarevic pischedda pisciotta piscitelli piscopo
  piskorjanac pisova pisu pithey pitinac pitkanen pitschugin pittalis pittard pitzalis piva pivar pivetta pivonka
  pivonkova piwowarczyk pizarro pizzi pizzimenti pizzitola pizzo pizzuti placek placento placha plachy placko plackova
  plank plantak plascar plaskur plass platania platzer plauk plautz plazonja plazonjic plesa pleska pletsch plomb
  plonka plotzitzka plsek plskova pluhar pluharova pluta pocan poche pocrnja podbarac podgorski podpadac podzimek
  podzimkova poehn poels poeschl pogacic poge poggi poggio pogorzelski pohl pohland pohle pohlova poirier pokorna
  pokorny polacek polach polachova polackova polak polakova polancec polanco polanska polansky polasek polaskova polat
  polese poletti poli polidori polifka polimeno politi polito polivka polivkova polizzi pollich pollina pollmacher
  pollock polsak polverino pomp pompei pompili pompilio ponce ponitzsch ponjavic pons ponti poore pop popa popelka
  popelkova popescu poplawski popovici poprzan porcari porcu porebski porras porsche porth portillo portmann posada
  poschmann poser pospichal pospichalova pospisil pospisilova post postiglione postma potenza pothuvaal potocar
  potocnik pottel potucek potuckova poulain poulsen pour pouros pourova pouye powell powlowski poyrazoglu pozzi pozzo
  prachar pracharova prado prah prajapat prakatur prangart prange prasek praskova pratesi pratico prato prazak
  prazakova prchal prchalova prebil preciado preda prediger predovic preloscan prempeh prencipe preradovic preseren
  pressler prete preuk preuss prevost prey preziosi pribyl pribylova price priemer prieto prihoda prihodova prikryl
  prikrylova prince principato prinsen prinsloo prisco privitera probst prochazka prochazkova procopio procter prodan
  prohaska proietti prokes prokesova prokop prokopova prosacco prosek proske proskova provaznik provaznikova
  provenzano prucha pruchova prus prusa prusova przybyl przybyla przybylski przybysz psenicka psenickova ptacek
  ptackova ptak puacmatesic puca pucci puccio puchalski puddu puente puga puggioni pugliese pugliesi puglisi puharic
  puiu puleo pulido purdy pury pusch puskarcuk putzolu pytel python quaglia quaranta quarta quartenoud quartey queiroz
  quesada quevedo quezada quigley quinn quinodoz quinones quinonez quinta quintairos quintana quintanilla quintero
  quinto quiros quiroz quitzon raabe rabenstein rabic rabljenovic rac rach racordon racova racz raczynski rada radecki
  radigovic radijevac radin radisevic radl radler radlovic radmanovic radoi radomirovic radomski radova radtke radu
  radulescu radulic radulovic rael raffa rago ragone ragusa rahn raich raimondi raimondo rajcevic rajh rajs rajtek rak
  rakaric rakova rakovic rakowski rakusic ralbovski rallo ramac rambaldi rambousek rambouskova ramella ramirez ramon
  ramos rampazzo rana randazzo randunkovic raneri ranftl rangel rangelov rangen ranieri raniolo rantanen rantsch
  ranucci ranz rapisarda raposo rapp rapuano rasanen rascanin rascon rasic raska raskova rasmussen raspudic rataj
  ratajczak ratajova rath ratke ratkovcic ratti rau raubuch raukuc rauso rautenkranz ravaioli ravet ravn raya raynor
  razic razo re rea reale recchia redaelli reddy reed rees regalado rehacek rehackova rehak rehakova rehor rehorova
  rehwagen reiber reichardt reichel reichert reichling reid reif reifenrath reilly reimann reina reinberg reinelt
  reinger reinhardt reinke reis reitze remes remesova remeta rempel remy renard renaud renault rencar renda rendon
  renk renna renner renteria rentz renz renzi repetto repija reppin resendez resnik restivo restle restorff retzke
  reuber reumann reus reuss reusse rey reyes reymond reyna reynaud reynold reynolds reynoso rezac rezacova rezek
  rezkova reznicek reznickova rheder rhoden ribar ribaupierre ribeiro ribicgreganic rica riccardi ricci ricciardi
  riccio riccobono rice richard richards richardson richter richtr richtrova rico ridolfi riedel riediger rieger
  riekmann riepl riermeier riester riethmuller rietman rietmuller rietscher riggi riggio righetti righi rigoni riha
  rihova rimai rinaldi rincon riner ringel ringer rink riojas riolo rios riparbelli ripken rippin ris ritchie ritosek
  ritschel ritsma ritter rittgasser rittweg ritz riva rivas rivera rivero riviere rizza rizzi rizzo roba robak robel
  robert roberti roberts robertson robin robinson robledo robles rocca rocchi rocco rocha rochaix rochat roche
  rockmeier rodarte rodehau rodigari rodiger rodowski rodrigez rodrigues rodriguez rodriquez roecker roed rogahn
  rogala rogalski roger rogers roggatz rogolino rogowski rogulja rohan rohlander rohrer rojas rojek rojo rokossa
  roldan roleder rolfson rolland rollo roloff rolon romagnoli romaguera roman romanelli romani romaniello romanini
  romano romanowski romeo romero romo romy rondinone rondoni roob roos roque rosa rosado rosales rosandic rosario
  rosas rosati rosbach rosca roschinsky rose rosenauer rosenbauer rosenbaum rosenthal rosi rosiak rosinski rosksch
  ross rossberg rosselli rosset rossetti rossi rossini rossler rosso rosu rota rotaru roth rothenbacher rother
  rothlisberger rotolo rotondo rottger rotundo roubal roubalova rougemont roulin rous rousova rousseau roussel roux
  rowe roy roybal royer rozac rozanski rozsypal rozsypalova rozycki ruberto rubino rubio rucco ruch rucinski
  ruckdeschel rucker rudan rudiger rudnicki rudolf rudolfova rudzinski rudzki ruecker ruegg ruelas ruggeri ruggieri
  ruggiero ruiz rumpf runolfsdottir runolfsson runte ruotolo rupnik rupprecht rus rusanoski rusciano rusin russel
  russell russo rusu ruter ruth rutherford rutkowski ruttimann ruud ruzek ruzicka ruzickova ruzkova ryan ryba rybak
  rybar rybarczyk rybarova rybicki rybova rydl rydlova ryjikh rysava rysavy ryzih rzepka sa saarinen saavedra saba
  sabaly sabatini sabatino sabato sabau sabbatini sabia sabino sabljak sabolcec sabolski sacchet sacchetti sacchi
  sacco saccone sachse sack sadiki sadilek sadilkova sadio sadl sadovic sadowski sadzak saenz saether safar safaric
  safarik safarikova safarova saflanis safo safranek safrankova sagadi sagafe sagna sagodic sagonas sahin sahner saia
  saile sailer saini saiz sajinovic sajtos sakanovic sakho sala saladino salamone salas salatiello salazar salcedo
  salcido saldana saldivar salek salemi salemme salerno salgado salierno salinas salis salkova sall salminen salo
  salomone salonen salow salvadori salvati salvatore salvatori salvi salvucci salzano salzer salzmann samaniego samb
  samba sambe sambou samek samkova sammartano sammartino sammert samohod samohodaj samsalovic samuelsson sanabria
  sanches sanchez sanda sandberg sander sanders sandic sandor sandova sandoval sandoz sandstrom sandu sane sanfilippo
  sanford sanna sannino sansone santacruz santamaria santana santangelo santarelli santarossa santarsia santarsiero
  santi santiago santillan santilli santinelli santini santo santoni santor santori santoro santos santucci sapienza
  saponaro saporito sarabia saracino saraiva sarbu sardella sardina sargac saric sarkozi sarnataro sarpong sarr sarti
  sartor sartori saruga sarvari sasek saskova sassano sassi sasso satner sato satta sattelmaier satterfield sauceda
  saucedo sauer sauerland saumweber saussure sava savary savevski savini savoca savoia savolainen savu sawayn sawicki
  sbrana scaglione scala scalia scalise scalzo scano scanu scarano scardino scarpa scarpellini scc schacht schaden
  schaefer schafer schaffarzik schaffel schaffer schahbasian schaller schamberger schaning schar scharer scharf schaub
  schedler scheer scheidegger schejbal schejbalova schelk schellenbeck schembera schenk scherbarth scherer scherini
  schermann scherrer schersing scherz schettino scheurer scheuring scheytt schiavi schiavo schiavon schiavone schielke
  schieskow schifano schildhauer schillaci schiller schilling schima schimmel schimmer schindzielorz schinner schipper
  schirmer schirrmeister schirru schlachter schlangen schlatter schlawitz schlechtweg schley schlicht schlitzer
  schmalzle schmeler schmid schmidt schmidtchen schmidtova schmitt schmitz schmuhl schneider schneidrova schnelting
  schnider schnieder schniedermeier schnurer schnyder schoberg schoch schockel schoen scholten scholz schonball
  schonbeck schonberg schondelmaier schonebeck schonenberger schonfeld schonherr schonlebe schorderet schorr schott
  schottmann schotz schouren schowalter schrader schramm schreck schreiber schreiner schreiter schrepfer schroder
  schroeder schuermann schuff schuhaj schuldt schuler schulist schult schulte schultz schultze schulz schulze
  schumacher schumann schumm schupp schuppe schuppel schurch schuri schuster schutz schutzbach schutze schwab schwalm
  schwanbeck schwandke schwanitz schwarthoff schwartz schwarz schwarzer schwarzkopf schwarzmeier schwarzova schwatlo
  schweisfurth schweitz schweizer schwennen schwerdtner schwidde schwirkschlies schwizgebel schwuchow sciacca scocco
  scognamiglio scopece scorza scott scotti scrofani scuderi sebastiani sebek sebela sebelova sebesta sebestova sebkova
  secchi secci sechi seck seda sedarevic sedillo sediva sedivy sedlacek sedlackova sedlak sedlakova sedlar sedlarova
  sedova seeger seelig segavcic segnane segota segovia segura sehls sehnal sehnalova seibold seidel seiders seidl
  seidlova seifert seifertova seigel seiler seitz sekanina sekaninova sekularac semerad semeradova semeraro semisch
  semprini sen senatore sene senger senghor senica senk senkel senkova senn sepe sepetci sepulveda serafin serafini
  serafino serban serena sergi serna serpa serr serra serrano serrato sessa sesta sestak sestakova sestito sethi
  setula sevcik sevcikova sever severa severi severino severova sevi sevilla sewald seydi seye sezek sforza shah
  shanahan sharma shields shongwe shukla sibiya siciliano sidibe sidler siebel siebert siedlecki siegling siegrist
  sielemann siemon siener sienkiewicz sieradzki sierra sievers siewert signorelli signorile signorini sigrist sihler
  siino siketanc sikora sikorova sikorski silenzi silhava silhavy sillah silva silvestri silvestrini silvestro sima
  simacek simackova simak simakova simanek simankova simatic simcic simcik simcikova simecek simeckova simek simeoli
  simeone simeoni simeti simicsebalj simion simionescu simkova simljesa simmen simmons simoes simon simoncelli simone
  simonet simonetti simoni simonini simonis simonova simonsen simova simsek simula simunek simunkova sinanoglu
  sinclair sindelar sindelarova sindler sindlerova singh sinha sini sinnhuber sinopoli sip sipek sipes sipkova sipos
  sipova siptar sir siracusa siragusa sirbu siri siroka siroky sirova sischka siska siskova sisneros sitaric sitek
  sithole sivak sivakova siwek sjoberg sjogren skacel skacelova skala skalicka skalicky skalova skalski skandovic
  skeledzija skenderija skiba skibicki skibinski skiles sklenar sklenarova skoczylas skoda skodova skoglund skopal
  skopalova skora skorepa skorepova skorupan skov skowron skowronek skowronski skrabal skrabalova skracic skrivanek
  skrivankova skroban skrzypczak skrzypek skuterud slaba slaby sladek sladka sladkova sladky sladovic slam slama
  slamek slamova slanina slaninova slatinac slavicek slavickova slavik slavikova slavkovic slawinski slechta slechtova
  slezak slezakova sliwa sliwinski slobodanac slobodjanac slonja slotta slovacek slovackova slovak slovakova slowik
  slowinski sluka slukova slusarczyk smaic smailbegovic smajlovic smedsrud smeets smejkal smejkalova smekal smekalova
  smerda smerdova smet smetana smetanova smets smid smidova smieja smiljan smiljanec smith smitham smogeli smola
  smolik smolikova smolinski smoljanec smoljanic smolka smolkova smolova smrcka smrckova smrz smrzova smutna smutny
  smyth snajdr snajdrova snooke soare soares sobar sobczak sobczyk sobek sobieraj sobkova sobolewski soboll sobotka
  sobotkova soccorsi socha sochacki sochor sochorova sodano sodar soderberg sojka sojkova sokol sokolicmihalak
  sokolova sokolowski solak solano solar solberg solc solcova soldati solga solheim solinas solis soliz soller solli
  sollner solmaz solomon solorio solorzano solta soltys soltysiak somayaji sommer sommrova somodvarac somogyi somrak
  somssich sonko sonn sonnabend soos sorbello sorce soren sorensen soria sorlie soro sorrentino sorsa sosa sosnowski
  sostarec sostarko sotelo soto sottile souare soucek souckova soukup soukupova soumare sousa soutter souza sova
  sovova sow sowa sowinski sozeri spacek spacil spacilova spackova spada spadafora spadaro spadoni spagnolo spagnuolo
  spahn spaniel spank spano spanu sparacino spasojevic spataro spelmeyer spencer speranza spernjak spicka spickova
  spiegelburg spielvogel spiga spina spinelli spinka spinner spiranec spitzmuller spizzirri splichal splichalova
  splinter spoerri spoljaricperhat sporer sporrer sporri spottel sprenger sprunger spurna spurny srakic sramek
  sramkova srb srbova sroka stabile stachowiak stachowicz stachura stachurski stadelmann staffieri stahl staicu
  stajhofer stalder stamm stampf stan stanciu stancu stanek stanescu stang stanger stangl stanisa stanislawski
  staniszewski stanivukovic stankiewicz stankova stankovicmarton stanton stanzione stapic stara starcevicmatijasko
  starek stark starkova stary stascik stasiak stasni stastna stastny staszewski staub stauffer stauss stawicki stec
  steding stefan stefancic stefanescu stefani stefaniak stefanova stefanski stefek steffen steffensen steffny stefkova
  stefl steflova stehlik stehlikova stehr steidl steigauf steiger stein steinecke steiner steinerova steinert
  steinkamp steinmann steinmetz stejskal stejskalova stelkens stella stelmach stengel stengl stensrud stenzel stepan
  stepanek stepankova stepanov stepanova stephan stepien stepniak sterba sterbova stern stettler steuber steuk stewart
  stibor stiborova stiedemann stief stifel stigliano stimac stocker stockert stockli stoian stoica stokanovic stokes
  stoklasa stoklasova stolarczyk stolarski stoll stolla stolle stoltenberg stolz stoppler storl storm storp storti
  stoutjesdijk stower stracke straka strakova strand strano stranska stranski stransky stratmann straub strausa streck
  streese strege streich streit strejcek strejckova streller strepacki strieder striezel striga strikinac strmota
  strnad strnadova stroe strogies strohschank strom stroman stromberg strosin strouhal strouhalova strukelj strunz
  strutz strzelczyk strzelecki stube stubican stuchlik stuchlikova stucki studena studeny studer studnicka studnickova
  stuparic stupka stupkova sturmer stutz suarez subrt subrtova sucameli sucera sucha suchanek suchankova suchomel
  suchomelova suchy suciu suffa sujew suk sukova sulc sulcova suleymanoglu sulovnjak suman sunaric sundalic sundberg
  superina surace suriano surma surth susac susak suski sussmann sustr sustrova suter sutermeister suthar suthe
  sutschet sutter sutz suvajac suvala suzuki svab svabova svacina svacinova svanda svandova svarc svarcova svaton
  svatonova svatos svatosova svec svecova svehla svehlova svejda svejdova svendsen svensson svestka svestkova svetlik
  svetlikova svitak svitakova svoboda svobodova svorcan svozil svozilova svrakacic svrtan swaniawski swiatek swiderski
  swierczynski swift swillims sy sykora sykorova sylla symcox synek synkova syrova syrovy szabo szafranski szalai
  szasz szatkowski szczepaniak szczepanik szczepanski szczerba szczesna szczesniak szczesny szczygiel szekely szekeres
  szelag szendrei szewczyk szikra szilagyi szoke szostak szucs szulc szwarc szwed szydlowski szymanski szymczak
  szymczyk szymkowiak szyszka tabacek taborska taborsky tacconi tachl taddei tafelmeier tafoya tagliabue tagliaferri
  tagore tahincioglu tahirovic takacs takahashi takalic takyi talapka talarico talavanic tall tallarico tallone talwar
  tamas tamayo tamba tamburini tamez tammaro tanackovic tanaka tanase tanasijevic tancos tancosova tandon tang tangen
  tanner tanurdzic tanzi taormina tapia tar tarantino tarnowski tarquini tartamella tas tasche taslak tassi tassinari
  tasso tassone tataranni tataru taufratshofer tavani tavares tawia taylor tazegul tedde tedeschi tedesco tegethof
  teichmann teixeira tejada tejeda tekand tekelioglu tekin telak telebar telenta telesca tellez tello teodorescu tepla
  teply tepper teran terenzi teresi terheiden terlecki terlizzi terlouw termine terrazas terry terzi terzo tesar
  tesarova tesi tessier testa teufel theele thiam thiao thiaw thieke thiel thijs thimm thiomas thiongane thioub
  thioune thomas thommen thompson thomsen thomson thone thoresen thranhardt thriene thust thyssen tiano tiberti ticha
  tichy tidow tiedtke tietze tijerina tikas tilgner tillack tillman tilotta timaric timmermann timmermans tine
  tinguely tiozzo tirado tirelli tirri tischler tischmann tissot tittman tivontschik tkaczyk toader tobben tobler
  todaro tofani toft toivonen tokarski tokgoz toldo toledo tolomeo tolu toma tomala toman tomanek tomankova tomanova
  tomas tomasek tomaselli tomasello tomasevicrigo tomasi tomaskova tomasova tomassoni tomaszewski tomczak tomczyk
  tomecek tomeckova tomei tomek tomes tomescu tomesova tomkova tomljanovic tommasi tomys tonat tonelli tonini tonkovac
  tonn top topaloglu topcuoglu topfer topolovac toraman torchia torchio torgersen tornatore toro torok torp torphy
  torre torres torresi torrez torri torriani torrisi tortora tortorici toscano tosi totaro toth tothova toti totman
  toto toure tovar towne toy tracz traini tralli trampeli tramposch tran trandafir tranova trantow traore trapani
  trauth trautmann travaglini travan traverso travica travnicek travnickova trcek trcka trckova treff trejo tremblay
  tremmel tress tretinjak tretola treutel trevino trevisan tribuljak trif trifan triolo tripodi triska triskova
  trivedi trnka trnkova troisi trojan trojanova trojanowski trombetta tromp trovato trtica truhlar truhlarova trujillo
  truter trzcinski trzeciak tsabalala tsamonikian tschiers tschirch tschudi tsotetsi tubanski tucci tuccillo tucek
  tuch tucholke tuckett tuckova tudor tudorache tudose tudow tufano tufo tuglu tugluk tulla tuma tumbarello tumino
  tumova tunaboylu tunceri tunkova tuominen turajlic turan turchi turco turcotte turcu turecek tureckova turek turk
  turkdogan turkova turnadzic turner turunen turza tuschmo tustonja tutu tutuncu tuzun tvrda tvrdik tvrdikova tvrdy
  twardowski tweneboa twumasi ubavin uberacker uca udvardi ugarak ugolini uher uhlemann uhlig uhlir uhlirova uhrig
  uhrova uibel ulibarri uliczka ullmann ulloa ullrich ulrich ulrichova uluhan umbach umlauft umminger umolac unal
  unger ungureanu unterpaintner upton urban urbancova urbanczyk urbanec urbanek urbaniak urbankova urbano urbanova
  urbanowicz urbanski urbansky urbina urena urhig urias uribe urrutia urso ursu usai utjesanovic vaca vacca vaccari
  vaccaro vacek vacha vachova vackova vaclavek vaclavik vaclavikova vaclavkova vaculik vaculikova vadlja vaduva vagner
  vagnerova vahala vahlensieck vailati vaip vaisanen vajdicka vajzenbach vakareskov val vala valadez valasek valaskova
  valdes valdez valdivia valek valencia valencicbrkic valenta valente valenti valentin valentini valentino valentova
  valenza valenzuela valeri vales valesova valic valkova valladares valle vallejo valles vallet valletta valli vallone
  valova valsecchi valverde van vana vancura vancurova vandamme vandenberghe vandenbroeck vandervort vandevelde
  vanecek vaneckova vanegas vanek vangermain vanicek vanickova vankova vanni vannini vanova varadi varela varenina
  varga vargas vargova varma varman varmuza varnica varriale varrier varsava varzic varzicbiuklia varzicbiuklija
  vasadi vasak vasakova vascotto vasek vasicek vasickova vasile vasilescu vasiliu vaska vaskova vasquez vass vassallo
  vasseur vater vavra vavrik vavrikov vavrikova vavrova vaz vazquez vecchi vecera vecerova vedvik veenstra vega vegar
  vegge veiga vejvoda vejvodova vela velasco velasquez velazquez velez velioglu veliz vella venegas venezia venghaus
  venter ventimiglia ventura venturelli venturi venturini vera verbeek vercesi verde verdugo verduzco veres vergara
  verhaeghe verhoeven verma verme vermeulen verner vernerova verniest veronese verstraete verzi vesela
  veselicacatipovic vesely vestergaard veum veverka veverkova vey vezmar vezzoli viale vianello vicari vicente vicha
  vichi vichova vicinanza vicini vidacek vidal viderscak vidmar vidranjski vieira viellehner viera vierin vieweg vigil
  viklund vila vilimek vilimkova villa villadsen villagomez villalobos villalpando villani villanueva villareal
  villari villarreal villasenor villegas vincent vincenzi vinci vincze vink vinketa vins vinsova vinther vintila viola
  violante violi virag virgilio virtanen visan visani visco visconti visek visekruna visentin visintin viskova visser
  vit vita vitale vitali vitasek vitaskova vitek viti vitiello vitkova vitman vitova vittori viviani vizziello vlach
  vlachova vlad vlah vlasak vlasakova vlasic vlcek vlckova vlk vlkova voboril voborilova vodak vodakova vodicka
  vodickova vodrazka vodrazkova voelkel vogel vogelgsang vogronicopacic vogt voicu voigt voinea vojacek vojackova
  vojta vojtech vojtechova vojtek vojtisek vojtiskova vojtkova vojtova vokoun vokounova vokuhl volek volf volfova volk
  volker volkman volkmann volkova volna volny volpe volpi von vona vondra vondracek vondrackova vondrak vondrakova
  vondrova vonrueden vontein voracek vorackova vorel vorisek voriskova vorlicek vorlickova vorlova voros vos votava
  votavova votruba votrubova vrabcova vrabec vracar vrana vranjic vranjkoviccenan vranova vrba vrbanac vrbas vrbaslija
  vrbova vrekalovic vrzal vrzalova vucevac vuillermoz vujakovic vujeva vukadin vukaljevic vukalovic vukanovic
  vukasinac vukasovic vuksanicpuljek vunak vybiral vybiralova vydra vydrova vymazal vymazalova vyskocil vyskocilova
  vyslouzil vyslouzilova wachenbrunner wachtel wade waelchi wagenaar wagner wagnerova waibel wakan walczak walder
  waldmann walker walkowiak wallin wallner wallstab walsh walter walther walton waltrova walz wane wang wanner warchol
  ward wartenberg waschbusch washington wasiak wasik wasilewski wasowski wasser wassilew wassiluk watanabe waters
  watsica watson wawrzyniak wdowiak weber webrova wegmann wegrzyn wehner wehrle wehrli wehrsen weibel weidlich weidner
  weigel weight weiler weimann weimer weinand weis weiss weissnat weissova welch weller welsch welti welz welzel
  wenger weniger wenk werle werner werrmann wershansky wertag wesley wesolowski wessel wessinghage west wettstein
  weyel wezel white wiacek wiafe wichmann wickert widmer wiebe wiecek wiechmann wieckowski wieczorek wiegand
  wiegelmann wierig wierzbicki wiese wieser wikstrom wilczek wilczynski wilderman wilhelm wilk wilkinson wilky will
  willane willems willemsen williams williamson willms willoughby willwacher wilson wilts wimmer windler winiarski
  winkelmann winkler winklerova winter wintheiser winther wirth wirz wischek wischer wisniewski wisoky wisozk wissing
  witczak witek witkowski wittich witting wittl wiza wlodarczyk wlodarski wnuk wojcicki wojciechowski wojcik wojtas
  wojtasik wojtczak wojtkowiak wojtowicz wolak wold wolf wolfarth wolff wolfova wolinski wollenberg wollmann wolny
  wolpert wolski wolters wood wos woschler wouters woytkowska wozniak wright wrobel wroblewski wrona wronski wu
  wuckert wuhn wujak wunsch wunsche wurm wuthrich wyludda wyman wypych wysocki wyss wyszynski xaba xacon xana xavier
  xenia xiana xicoy yaamoa yade yago yamamoto yami yanes yanez yang yavuz yawson ybarra yeboa yeboah yebra yesilkaya
  yetkiner yirenkyi yorulmaz yost young yuksel yundt yunta zabaleta zablocki zaborowski zabranska zabransky zabrdac
  zaccaria zaccaro zacek zach zachova zackova zaczkiewicz zadnik zadravec zadric zagarac zagaria zago zagorsek
  zagorski zaharia zahn zahradka zahradkova zahradnik zahradnikova zaituc zajac zajaczkowski zajic zajicek zajickova
  zajicova zak zakova zakrzewski zalako zalar zalesak zalesakova zalewski zamarreno zamarripa zambon zamboni zambrana
  zambrano zambuto zamecnik zamecnikova zamfir zamora zampieri zamudio zanatta zandt zanella zanelli zanetta zanetti
  zani zanner zanon zanotti zapalac zapata zapletal zapletalova zappacosta zappala zappia zaragoza zarate zareba
  zaremba zarkovic zaruba zarubova zarzycki zatloukal zatloukalova zauber zavadil zavadilova zavala zavrel zavrelova
  zawada zawadzki zayas zbinden zbodulja zboncak zboril zborilova zdarska zdarsky zdelar zdencan zdravcevic zdrazil
  zdrazilova zdunek zebrowski zedda zednik zednikova zehnder zeidler zekl zelaya zelena zelenka zelenkova zeleny
  zelinka zelinkova zeman zemanek zemankova zemanova zemlak zemlicka zemlickova zender zeni zennaro zepeda zeuch zeyen
  zeyhle zezula zezulova zgela zgrabljic zhang zhao zhou zidek zidkova zieba ziegler zielinski zielonka ziemann zieme
  zietek ziga zigova zijan zijlstra zika zikmund zikmundova zikova zima zimanyi zimmer zimmerman zimmermann zimonja
  zimova zingaretti zingg zinser zintl ziolkowski zipac zipp zipse zito zivanovic ziviccojbasic zizanovic zizka
  zizkova zlamal zlamalova zlatanovic zmegac zmuda zollinger zollo zondi zordan zorica zotti zoubek zoubkova zouhar
  zouharova zrna zschunke zubak zuber zucca zuiderveld zuk zukowski zulauf zuliani zuljevicgrafina zullo zulu zuma
  zumbo zumsande zungu zuniga zunino zurawski zurcher zurek zurkova zvanic zverina zverinova zvonar zwane zwiener
  zwolinski zych zygmunt zyla
  `
    .split(/\s+/)
    .filter(Boolean),
)

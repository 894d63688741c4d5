/** A part of given-names.ts: a to i. */
export const GIVEN_NAMES_A_I = `
  aadi aadidev aadinath aaditya aadrika aagam aagney aagneya aaliyah aalok aaltje aamod aanand aanandaswarup
  aanandinii aanjaneya aaratrika aaron aarya aaryan aasa aasha aashritha aatmaj aatmaja aatreya aayushmaan aayushman
  aba abaco abadon abagail abak abaka abakan abakay abani abar abay abbey abbie abbigail abbondanza abbondanzio
  abbondio abby abd abdallah abdel abdelkader abdellah abderrahmane abdiel abdon abdone abdonie abdou abdoul abdoulaye
  abdourahmane abdramane abdul abdullah abe abeiku abel abelard abelardo abele abelin abeline abena abendam abenzio
  abhaidev abhaya abhirath abhisyanta abibatou abibo abidin abigael abigaelle abigail abigale abigayle abigel abluc
  abner abondance abou aboubacar aboubakar abraham abramio abramo abril absalon absar absolon aby acace acacie acacio
  acanthe acar acario acaryatanaya accursio ace acela acelya achaire achalesvara acharyanandana acharyasuta achil
  achiles achille achim achintya achraf achyut acilia acilio aciscolo acrisio acuk acun ada adah adalan adalard
  adalardo adalbald adalbaude adalberon adalbert adalberta adalberto adalfredo adalgisa adalgiso adaline adalric
  adalrico adalsinde adam adama adame adamo adan adar adas adberilgen addie addison addo addolorata adea adegrin
  adegrine adel adela adelaida adelaide adelajda adelardo adelasia adelbert adelberto adelchi adele adelfo adelgardo
  adelia adelie adelin adelina adeline adell adella adelle adelmo adelphe adeltrude adelya adem aden adenet adeodat
  adeodato adheesh adhemar adhiraj adhrit adi adib adikavi adil adile adin adina adinath aditeya aditya adityanandan
  adityanandana adja adjutor adnan ado adolf adolfa adolfina adolfo adolph adolphe adolphie adolphus adone adonis
  adonise adrain adraman adrastee adrehilde adria adriaan adrian adriana adrianna adriano adriel adrien adriena
  adrienne adrijana adrione adripathi advaya adwitiya adwoa affan afi afia afitap afonso afra afro afsar afsin afton
  afua agabay agabio agah agakagan agalak agamennone agape agapet agapito agasti agastya agata agatha agathange agathe
  agathon agaton agazio agca agenore agesilao agilbert agilberte aglae aglaia aglaja agnan agnane agneflete agnes
  agnese agneta agneya agnieszka agnimitra agniprava agnivesh agnos agostina agostino agrata agripina agrippa agrippin
  agrippine agrypina agustin agustina ahalya ahenk ahilya ahlem ahmad ahmed ahmet ahsen aiace aicha aida aidan aidano
  aiden aiko aileen aimable aime aimee aimone aina aino aisha aishani aissa aissata aissatou aiyana ajan ajana ajda
  ajeet ajit ajla ajlin ajna akalp akas akata akbas akbatur akbay akboga akboru akbudak akbugra akbulak akca akcakoca
  akcora akdemir akdogan ake akeem akkun akkunlu akkurt akkus akofa akorfa akos akosua akram akroor aksel akshainie
  akshaj akshat akshata akshayakeerti akshita aksil aksungur aktan aktekin aktimur akua akula akumaa akwasi akwesi al
  ala alaban alaboru aladag aladino aladogan alain alaina alaine alais alakurt alamanno alan alana alanis alanna alano
  alara alarico alassane alayna alayunt alayuntlu alba alban albane albano albena alberade alberic alberico albert
  alberta alberte albertha albertina albertine alberto albertyna albin albina albino alboino albrecht albrico alceo
  alceste alcibiade alcide alcidie alcime alcina alcine alcino alcyone alda aldegonde aldemir alden aldo aldobrando
  aldogan aldonce aldric alea aleandro aleardo aleaume alec aleen alejandra alejandrin alejandro alek aleksa
  aleksandar aleksander aleksandra aleksi aleksy alemka alen alena alene alenia alenka aleodor aleramo ales aleska
  alessa alessandra alessandro alessia alessio aleth aletha alex alexa alexander alexandr alexandra alexandre
  alexandrea alexandria alexandrina alexandrine alexandro alexandros alexandru alexane alexanne alexe alexej alexia
  alexie alexine alexis alexys alexzander aleya aleyna alf alfio alfons alfonsa alfonso alfonzo alford alfred alfreda
  alfredo algiso algu ali alia alica alican alice alicia alicja alida alienor aliette alighiero alima alin alina aline
  aliou alioune alis alisa alisan alisha alisir alison alissa alissia alistair alistar alivia alix alixe aliya aliyah
  aliz aliza alize alizee aljaz alka alkaboluk alkaevli alkan allan allegra allen allene alliaume allie allison ally
  alma almerigo almila almine almire almiro alois aloise aloisie aloisio alojz alojzije alok alon alone alonzo aloys
  aloyse alp alpagut alparsbeg alparslan alpata alpay alpaya alpaykagan alpbilge alpdirek alpdogan alper alperen
  alpertunga alpgerey alpha alphan alphee alphonse alphonsine alphonso alpike alpilig alpinien alpkara alpkuluk
  alpkutlu alptegin alptugrul alptunga alpturan alptutuk alpulug alpurungu alpurungututuk alpyoruk alta altan
  altankagan altankan altay altea altemur althea althee alton altuga alva alvah alvar alvaro alvena alvera alverede
  alverta alviero alvin alvina alvis alvise alwar aly alya alyah alyce alycia alysa alysha alyson alyssa alyssia
  alysson alzbeta ama amabela amabile amac amadea amadeo amadeus amadou amady amael amalia amaliane amalie amalija
  amalric amalthee amand amanda amande amandin amandine amando amani amant amante amanzio amar amara amaranaath
  amarande amaranthe amaranto amaresh amari amarnath amaryllis amat amata amath amato amatore amauri amaury amaya
  ambar amber ambra ambre ambrine ambrogio ambroise ambroisie ambrose ambrosiano ambroz ambrozy amdy amea amedee
  amedeo amedeu amel amelia ameliane amelie amelien ameline amelio amely amelya amen america americo amerigo ameth
  amethyste ameyatma ami amicie amico amie amiel amilcare amin amina aminata amine aminte amintore amir amira amish
  amiya amleto ammar amodini amogh amon amone amore amos amour amparo ampelio amra amrak amrit amrita amritambu amul
  amy amya amza ana anaadi anabel anabela anabelle anacleto anae anael anaelle anagh anahi anahita anaida anais anal
  anala anamaria anamarija anamika anand ananda anandamayi anang ananta anar anas anasooya anass anastacio anastase
  anastasia anastasie anastasija anastaz anastazie anastazija anastazja anasuya anatazie anatol anatole anatolia
  anatolie anca ancelin anceline anci ancica ancilla ancuk ancuta anda andac andel andela andelika andelin andelina
  andelko andelo andeol anders anderson andi andjelina andoche andra andrada andras andraz andre andrea andreane
  andreanne andreas andree andreea andrei andrej andreja andres andrew andri andrija andrin andrina andro andromeda
  andrzej andy andzelika anemona anemone anes anesa aneta anette anezka angadreme ange angel angela angele angelica
  angelika angelina angeline angelique angelita angelo anghel anghelina angie angilbe angilberte angilran angoustan
  angus ani ania anibal anica anicee anicet aniceto anicette aniello anik anika anil anila anilaabh anilabh anina anis
  anise anish anisoara anissa anita aniya aniyah anja anjali anjaneya anjushree anjushri anka ankal anko ann
  ann-christin ann-marie anna annabel annabell annabella annabelle annaelle annagrazia annalena annalise annamae
  annamaria annamarie annapurna anne anne-laure anne-marie anne-sophie anneke anneli annelie annemarie annemijn
  annetta annette anni annibal annibale annie annika annikki annonciade annunziata anny anouar anouck anouk ansaldo
  ansbert ansberte ansel anselm anselma anselme anselmo ansgar ansgary anshula ansley ansovino anstrudie ant antal
  ante antea antek antelmo antero anthelme anthelmette anthony antide antigone antim antimo antino antioco antoaneta
  antoine antoinette anton antone antonela antonella antonello antonetta antonette antoni antonia antonie antonietta
  antonija antonin antonina antonine antonio antoniu antony antti antun antwan antwon anuar anuja anunay anuraag
  anurag anuska anusuya anuta anwesha anya anze apa apak apatarkan aphelie apolena apollina apollinaire apollinare
  apollinary apolline apollo apollonia appia appoline aprancur april apsara apuleio aquilin aquiline aquilino ara
  arabela arabella arabelle araboga araceli aracely arademir aral araldo aram arame aranka aras aratone arbay arbuz
  arcade arcadie arcadio arch archambaud archan archange archibald archie archimede archippo arcibaldo arcuk arda
  ardella arden ardith ardito arduino arely aren aresio areta argelia argimiro argine argo argu argun ari aria ariadna
  arialdo arian ariana ariane arianna ariberto aric aricie arie ariel ariela ariele arielle arif arij arina arindam
  arion ariosto aris arisa aristarco ariste aristeo aristid aristide aristione aristita aristo aristofane aristotele
  arjun arkad arkadiusz arkady arlene arleta arlette arlie arlo armagan arman armance armand armande armandine armando
  armani armel armeline armelle armida armide armin armine arminio arna arnac arnaldo arnaud arnaude arne arnesh arno
  arnold arnolda arnoldo arnost arnostka arnould arnulfo arolde aron arona aronne arpad arpat arrigo arsal arsen
  arsene arsenie arseniusz arsinoe arslan arslanargun arslanboru arslansungur arslantegin arslanyabgu arsun art
  artemis artemisa arthaud artheme arthur arthurine arthus arto artuk artukac artur arturo artus artut aruk arun aruna
  arunthavanathan arved arvel arvid arvilla arwa arwen arya aryan aryanna arystarch arzen asa asan asanboga asantudun
  asantugrul asartegin ascanio ascelin asceline ascension asdrubale asel asella asha ashlee ashleigh ashlesh ashley
  ashly ashlynn ashok ashton ashtyn asia asija asil asimodeo asiya asja aslesha asma asmaa assa assetou assia assil
  assomption assunta assunto assya asta astalogul astarte asterie asterio astianatte astou astree astrid astrida
  astride asuela asug asuk asya ata atac atakagan atakan atalan atalay ataleo ataman atanas atanasia atanasio atanazie
  atanazy atasagun atasu ataullah atberilgen atena athalie athanase athanasie athena athenais athina athos atila
  atilla atlas atmaca atmaja atmanand atmananda atreyee atreyi atta attila attilano attilio atuncu aube aubertine
  auberto aubin aubree aubrey aubry audace aude audebert audeline audie audouin audra audran audreanne audrey august
  augusta auguste augustin augustina augustine augusto augustus augustyn augustyna aura aure aurea aurel aurele
  aurelia aurelian aureliana aureliano aurelie aurelien aurelienne aurelio aurelle aurian auriane aurica auro auron
  aurora aurore ausilia ausiliatrice ausilio austen austin austyn autumn auxane auxence ava avadhesh avani avantika
  avar ave aveline averardo avery avi aviel avigaelle avis avital avluc avni avoye avram avril avsar awa awesi axel
  axeline axelle axinte aya ayaan ayah ayan ayana ayas ayaz aybalta ayban aybars aybeg aydan aydarkagan aydemir ayden
  aydogan aydogdu aydogmus ayem ayhan aykagan aykal aykan aykurt aykut ayla aylan ayleen aylin ayline ayluc
  ayluctarkan ayma ayman aymane aymard aymardine aymen aymeric aymon aymonde ayoub ayren ayruk aysar ayse aytac aytak
  aytekin aytug ayushmati ayvaz aza azak azalee azban azeglio azelia azelie azeline azelio azer azgan azganaz aziz
  azizhan azmi azra azzurra baaba baala baalaaditya baalagopaal baba babacan babacar babeta babette babila babur baby
  bacara baccayman bacco bacman badabul bade badis badr badruk badur bafode baga bagaalp bagan bagasatulu bagatarkan
  bagatengrikagan bagatur bagaturcigsi bagaturgerey bagaturipi bagatursepi bagdagul bagtas baha bahia bahri bahtiyar
  bahula baidehi baijayanti bailee bailey bakagul bakary baki bakula bala balaaditya balaban balachandra baladitya
  balagopal balagovind balaka balakatay balamani balazs balcar baldassarre balderico baldo baldomero baldovino baldu
  baldwin balgopal balint balta baltar baltazar balthazar baltur bambina bandhu bandhul banel bangu bankim
  bankimchandra banna baptiste bara barak baraktore baran barbara barbarigo barbe barbeg barboga barbol barbora barbro
  barbu barbulsun barca barcadogdu barcadogmus barcadurdu barcadurmus barcan barcatoyun bardo bardomiano bargan barica
  baris barkan barkdogdu barkdogmus barkdurdu barkdurmus barlas barmaklak barman barnaba barnabas barnabe barney baron
  barrett barry bars barsaba barsbeg barsboga barsgan barsimeo barskan barsurungu bart barthelemy bartholome bartimee
  bartolo bartolomea bartolomej bartolomeo bartolomeu barton bartu bas basademir basak basan basanti basanyalavac
  basar basarab basat basbug basgan basil basile basileo basilia basilio basilisse baskurt basma bassiano bassilla
  bastar bastiaan bastian bastiano bastien bastugrul basu basut bathilde batilda batrak battal battista batu batuhan
  batuk batur baturalp baudouin bay baya bayancar bayankagan bayat baybars baybicen bayboga baybora baybure baydar
  baydemir baydur baykal baykara baykoca baykuzu baylee baymunke bayna baynal baypure bayrac bayrak bayram bayruk
  baysungur baytara baytas bayuncur bayur bayurku bayutmus bayuttu bazil bazyli beat beata beato beatrice beatrix
  beatriz beatrycze beatus beau beaulah bebe beceapa beckem becky bedir bedirhan bediz bedran bedreddin bedri bedrich
  bedriska beg begarslan begbars begbilgeciksin begboga begcur begdemir begdilli begdurmus begi begil begine begitutuk
  begkulu beglen begni begtas begtegin begtuzun behcet behic behlul behram behrem behzat bek bekbekec bekec
  bekecarslan bekecarslantegin bekectegin beker bekir beklemis bektas bektur bela belcim belcir belek belemir belgi
  belguc belimir belina belinda bell bella belle bellino belma beltir beltramo beltun ben bence bende bendeguz benedek
  benedetta benedetto benedict benedicte benedikt benedikta benedita benedykt benett bengi bengt bengu beniamin
  beniamina beniamino benice benicio benigna benigne benigno benito benja benjamim benjamin benli benlidemir bennet
  bennett bennie benno benny benoit benone bent bente benthe bentley benton benvenuta benvenuto benyamin bera beranger
  berangere berard berardo berat berceste bercin berdibeg berend berendey berengario berenice berenika berginsenge
  bergu berinay berit berk berkan berkay berke berkin berkis berkyaruk bermek bernadetta bernadette bernadine bernard
  bernarda bernardo bernd berneice bernhard bernice bernie berniece bernita beronico berran berre berry bert berta
  bertalan bertha berthe berti bertille bertold bertolda bertoldo bertolfo bertram bertrand berva beryl besentegin
  beser besim besir besra bessie betemir beth bethany bethel beti betina betsy betta bette bettie bettina betty bettye
  beulah beuve beverly beya beyizci beyrek beyrem bhaanumati bhaasvan bhaaswar bhadra bhadrak bhadraksh bhadran
  bhagavaan bhagirathi bhagvan bhagwanti bhagwati bhamini bhanumati bharadwaj bharat bhardwaj bhargava bhargavi
  bhasvan bhaswar bhaumik bhavani bhaves bheeshma bhilangana bhima bhisham bhishma bhoj bhoopat bhoopati bhooshan
  bhooshit bhramar bhudev bhudeva bhupati bhupen bhushan bhushit bhuvanesh bhuvaneshwar biagio bianca bianka bibi
  bibiana bibianna bibiano biborka bice bicek bigna bilal bilel bilge bilgebayuncur bilgebeg bilgeciksin bilgekagan
  bilgekan bilgekulucur bilgekutluk bilgetacam bilgetardu bilgetegin bilgetonyukuk bilgez bilgic bilgin bilig
  biligkongulsengun bilik bill billie billy bilva bilwa binbegi bindir bindo bineta bino binta bintou birane birdie
  birgit birgita birgitta birgitte birino birjesh birol biserka bishnu bivoj bjarne bjorn blahomil blahomila blahomir
  blahomira blahoslav blahoslava blair blaise blake blanca blanche blandine blanduzia blanka blaz blaze blazej blazena
  bless blessing bo boas boaz bob bobbi bobbie bobby bodhan bodhi bodi boet boga bogac bogacuk bogdan bogdana bogde
  boge boglarka bogu bohdan bohdana bohemond bohuchval bohumil bohumila bohumir bohumira bohun bohuna bohus bohuse
  bohuslav bohuslava bojan bojana bojislava bokde boke boldaz boldizsar bolemir bolen boleslav boleslava bolmus bolsun
  bolun bon bonagiunta bonaldo bonaventura bonavita boncuk bonek bonge bongul bongulboga bonifac boniface bonifacio
  bonita bonito bonnie bora boran borbala borcul borek boris borislav borislava borivoj borka borko borlukcu borna
  bornak boroka bortecine bortolo boru borubars borusengun borut borys botond bouba boubacar boubou bouchard bouchra
  bowie boyan boyankulu boyd boylabaga boylabagatarkan boylakutlutarkan bozan bozboru bozdogan bozena bozetech
  bozetecha bozica bozidar bozidara bozislav bozkurt bozkus bozok brad braden bradford bradley bradly bradut brady
  braeden brahim brahma brahmaanand brahmabrata brahmanandam brahmdev brain brajan brajen brajendra brajesh bram
  brancaleone brandi brando brandon brandt brandusa brandy brandyn branimir branimira branislav branislava branka
  brankica branko brannon branson brant bratislav bratislava braulio braxton brayan breana breanna breanne brenda
  brendan brenden brendon brenn brenna brennan brennon breno brent bret bretislav bretislava brett bria briac brian
  briana brianne brice bridget bridgette bridie brielle brieuc brigida brigita brigitta brigitte brijesh brionna brisa
  brit brita britney britt britt-marie brittany brock broderick brody bronislav bronislava brook brooke brooklyn
  brooks brown bruce bruna brune brunehaut brunehilde brunhilda brunilde bruno bruto bryan bryana bryant bryce brycen
  brygida bryon bucan buck bucur bud budag budak buddhana buddy budhil budimir budislav budivoj budunlu budus
  budustudun buford bugday bugduz bugduzemen buge bugra bugrakarakagan bugu bugubilge bukak bukaktutuk bukduz buke
  bukebuyrac bukebuyruc bukey buktegin bukusboga bulacapan bulah bulak bulan buldur bulent bulgak bulmaz bulmus buluc
  bulug buluk bulus bulut bumen bunsuz bunul bunyamin burak burcak burdette bure burgucan burgut burhan burkay burkek
  burkut burley burluk burnice burslan burulday burulgu burunduk buster busulgan butak butuk buyan buyancuk buyandemir
  buyankara buyat buyrac buyruc buyruk buzac buzactutuk byron caba cabdar cabus cade caden caesar caetana cafer cagan
  cagatay cagdas cagla caglar caglayan cagru cahid caino caio caitlin caitlyn caius calanico calapkulu calcedonio cale
  caleb calebe caleigh cali calin calista calixte callie callisto callum calogera calogero calpurnia calvin camden
  camelia camelien cameron camil camila camilia camilla camille camillien camillo camren camron camryn camylle can
  canalp candace candar candelario candice candida candide candido canel caner cangul cankan cannur cansel cantemir
  cantidio canziano capitolina capucine cara carey caribert caridad carina carine carissa carl carla carlee carles
  carleton carley carli carlie carlijn carlo carloman carlos carlota carlotta carlton carmel carmela carmella carmelo
  carmen carmina carmine carminho carmo carol carola carolanne carole carolin carolina caroline carolyn carolyne
  caronte carponio carrie carroll carson carter cary cas casandra casey casian casiana casilda casimer casimir
  casimira casimiro caslav caspar casper cassandra cassandre cassiano cassidy cassie cassien cassio cassiopea
  cassiopee castille casto cataldo cataleya catalin catalina catarina catena caterina catharina catharine catherine
  cathrine cathryn cathy catinca cato catrin catrina catrinel catullo caua cavid cayla cazimir ceasar cebe cecco
  cecelia cecil cecile cecilia cecilie cecilio cecylia cecyliusz cedric cedrick cedrik cedrin celal celaleddin celasun
  celen celeste celestin celestina celestine celestino celestyn celestyna celia celian celie celien celik celil celina
  celine celinia celso cem cemal cemali cemen cemgen cemil cene cenek cenk cenka cerasela ceren cerise cesaire cesar
  cesare cesario cesminaz cestmir cestmira cetin cetinel cetiner cevahir cevat ceyda ceyhun ceykun ceyla ceylan ceylin
  ceylinaz cezar cezara cezary cezmi chaanakya chaaruchandra chad chadd chadrick chahine chahinez chai chaim chaima
  chaitan chakor chakradhar chakravartee chakravarti chakrika chanakya chance chanda chandak chandan chandani chandi
  chandini chandira chandler chandni chandra chandraayan chandrabhaga chandrabhan chandradev chandrakala chandraketu
  chandrakin chandramani chandramauli chandramohan chandran chandranath chandrani chandraprabha chandraswaroopa
  chandravati chanel chanelle chantal chapal chapala charak charity charlaine charleen charlemagne charlene charles
  charley charli charlie charline charlize charlotta charlotte charly charuchandra charumati charuvrat charvi chase
  chasity chaten chatur chatura chaturaanan chaturbhuj chauncey chaya chayenne chayma chaz cheick cheick-oumar cheikh
  cheikhou chekhouna chelsea chelsey chelsie cherif cherubino cheryl chesley chester chet chetan chetanaanand cheyanne
  cheyenne chiaffredo chiara chidaakaash chidaatma chidambar chidambaram chidananda childebert chilperic chinmayanand
  chinmayananda chiranjeev chiranjeeve chirine chitraksh chitrali chitramala chitrangada chloe chrabros chraniboj
  chranibor chranislav chranislava chretien chris christ christa christelle christer christiaan christian christiana
  christiane christiano christie christin christina christine christodule christoffer christop christoph christophe
  christopher christy chrudos chrysole chrysostome chval chyna ciara cicek cicem cicero cielo cierra cigdem cihad
  cihan cihangir cihansah cilay cilenti ciler cilvenaz cimen cindy cino cinzia ciprian cipriana cipriano cirano
  ciriaco ciril cirilla cirillo cirino ciro cise cisem cisil cistoslav cistoslava citlalli civan claas claes clair
  claire clara clarabelle clare clarence clarenzio clarisa clarissa clarisse clark claud claude claudia claudie
  claudien claudine claudio claudiu claus clay clayton clea cleandre cleandro clelia clelie clemence clemens clement
  clemente clementina clementine clemenzia clemmie cleo cleofe cleonico cleopatra cleophee cleora clery cleta cletus
  cleve cleveland clifford clifton climaco clinio clint clinton clio clodomiro clodoveo cloe clorinda clotaire
  clothilde clotilde clovis cloyd clyde cobulmak coby coco cocukboru codin codrin codrina codrut codruta cody coen
  cointa cokramayul colby cole coleman colette colin coline colins colleen collien collin colman colmanno colmazio
  colomba colombano colombe colombo colpan colt colten colton colu columbus come comfort concepcion conception
  concetta concetto conchita concordio conner connie connor conor conrad consolata constanca constance constant
  constanta constantin constantina consuela consuelo cooper cora coralia coralie coraline corbin corbiniano cordelia
  cordell cordia cordie corene coreno corentin corentine corey corina corine corinna corinne coriolano cornel cornelia
  cornelio cornelis corneliu cornelius cornell coronato corrado corrine cortez cortney corto corvin cory cosima cosimo
  coskun coskuner cosma cosmin cosmina costache costante costantino costanza costanzo costel costin coty coumba
  courtney coy craig crawford cremenzio crenguta creola crescente crescenzia crescenzio crespignano crin crina
  crispino cristal cristaldo cristea cristian cristiana cristiano cristina cristobal cristofor cristoforo cristopher
  crocefissa crocefisso cronida cruz crystal crystel csaba csanad csenge csongor ctibor ctibora ctirad ctirada ctislav
  ctislava cubeyr cullen cumhur cunegonda cuneyt cuniberto cupido curt curtis cuzia cvetka cydney cynthia cyntie
  cyprian cyprien cyra cyrian cyriaque cyrielle cyril cyrila cyrille cyrine cyrus cyryl daan daantje dacian daciana
  daciano dacio dada dado daevi daevika dafina dafne dag daghan dagmar dagmara dagoberto dahlia daiana daija daisha
  daisy daiwik dakota daksha dakshayani dale daley dalia dalibor dalibora daliborka dalida dalie dalila dalimil
  dalimila dalimir dalimira dalla dallas dallin dalmazio dalton damaris damaso damayanti dame dameon damian damiana
  damiano damien damil damin damion damir damjan damla damocle damodara damon dan dana danae dandak dandapaani dandre
  dane dangelo dani dania danial danica daniel daniela daniele daniella danielle danijel danijela danika danilo danio
  danique danka dannie danny dante danuse danuta dany danyka danyl daouda daphne daphnee daphney dara darby darcy
  darek daren daria darian dariana darie darien darija darin darina darine darinka dario darion daris darius dariusz
  darja darko darla darleen darlene darnell daron darrel darrell darren darrick darrin darrion darron darryl darshan
  darshwana darwin daryl dashawn dasia datta dave daver davey davi david davida davide davin davina davino davion
  davon davonte davor davorin davud davy dawid dawn dawson dax dayaamay dayaananda dayaanidhi dayamayee dayan dayana
  dayane dayna dayne dayton dea dean deangelo deanna deb debbie debora deborah debra decebal decimo declan dedric
  dedrick dee deeksha deen deenabandhu deepali deepan deepankar deependra deepesh deeptanshu deeptendu deeptiman
  deeptimay deeptimayee deeptimoy deeptimoyee deevakar defne degna deion deja dejah dejan dejon dejuan delaney delbert
  delfina delfino delia delie delilah delinda delizia dell della delmer delores delpha delphia delphin delphine delta
  demarco demarcus demario demba demet demetra demetria demetrio demetris demetrius demetriusz demi demiralp demirhan
  democrito demond demostene dena deneval denis denisa denise denisz deniz denizalp dennis denny deodata deodato deon
  deondre deontae deonte depold dereck derek derick derin deron derrick dervis derya desdemona deshaun deshawn
  desiderata desiderato desiderio desire desiree desmond despina dessie destan destany deste destin destinee destiney
  destini destiny detmar detrich dev devadatt devagya devajyoti devak devan devangana devani devante devasree devdan
  deven devesh deveshwar devi devika devin devon devonte devota devran devvrat devyn dewayne dewey dewi dewitt dex
  dexter dexx dezider dhaanyalakshmi dhana dhanadeepa dhanalakshmi dhananjay dhanapati dhanesh dhanpati dhanu dhanvin
  dhara dharani dharitri dharmaketu dhatri dhruv dhyanesh dhyaneshwar diamante diamond diana diane dianna dianne
  dianora diar diara diarra dicle diclehan dida didem didier didimo didina diede diego dieke dies dieter dieudonne
  dieudonnee dieynaba digambar digambara dikmen diksha dilan dilara dilaver dilay dilberay dildar dilek diler diletta
  dilhan dillan dillon dilruba dimitri dimitrij dimitrina dina dinakar dinc dincer dinesh dinis dinkar dino dinu
  diocleziano diodata diodoro diogene diogo diomede dion dione dionigi dionisia dionisio dionizy dionyz dionyzos dior
  dipali dipankar dipendra dipesh diptendu direnc diri dirk dita ditte-marie divaakar divakar divine divis diviska
  divjot divna divo divya dixie dizik djamel djayden djeneba djenna djibril dluhos dmitri dobrava dobromil dobromila
  dobromir dobromira dobroslav dobroslava dochia dock doda dodato dogan doganay doganer dogu doina dolly dolores
  dolunay domagoj domen domenic domenica domenick domenico domenik domezio domingo dominic dominick dominik dominika
  dominique domitille domiziano domnica don dona donald donalda donat donata donatella donatello donato donavon dondu
  donka donna donnell donnie donny dora dorana dorcas doreen dorel dorian doriana doriane doriano dorica dorin dorina
  dorine dorinel doris dorit dorka dorli dorota dorotea doroteja doroteo dorothea dorothee dorothy dorottya dorris
  dortha dorthe dorthy doru doubrava doubravka douce doug douglas dounia douwe dov dovie doyle draga dragica drago
  dragos drahomil drahomila drahomir drahomira drahon drahos drahoslav drahoslava drahotin drahotina drahuse drahutin
  drake draupadi drazen drew dries driss dron drona druina drzimir drzislav dua duane duarte dubravka dubravko duccio
  duco ducu dudley duilio duje dujo dulari dulce dulcinea dulina dumitra dumitrana dumitru duncan dundar dune dunja
  dunya durante durda durdane durga durgeshwari durmus durriye duru dururbunsuz durward dusan dusana dustin dusty duuk
  duygu dwaipayan dwaipayana dwayne dwight dylan dylano dyna earl earlene earline earnest earnestine easter easton
  ebba ebe eberardo ebin ebony ebren ebru ebuzer ecaterina ecclesio ece ecehan ecem ecevit ecmel ecrin ecvet ed eda
  edd edda eddi eddie eddy ede edelberga eden edgar edgard edgardo edhem edil edilberto edison edita edith editta ediz
  edmee edmond edmondo edmund edna edoardo edouard eduard eduarda eduardo edvard edvarda edvige edvin edward edwardo
  edwin edwina edyta edyth edythe eef eefje eekalabya eero eeva efe effie efisio efken eflah efraim efrain efrem efren
  efsun eftalya eftimia eftimie ege egemen egeo egidio eginardo egisto egizia eglantine egle egmont egon egona egrim
  eileen einar eino eirik ekaaksh ekadant ekaksh ekalavya ekaling ekaparnika ekdant ekec ekim ekin ekmel ekow ekrem
  ela eladio elaide elaina elaine elakshi elanur elbert elcin elda eldon eldora eldred eldridge elea eleanor eleanora
  eleanore eleazar electa elektra elena elene eleni elenor elenora eleonora eleonore elettra eleuterio eleuthere
  elfrida elfrieda elgin eli elia eliabeth eliah eliahou elian eliana eliane eliano elias eliasz elide elie eliel
  eliette eliezer elif elifio eligio elija elijah elimena elin elina eline elinor elinore elio eliodoro elion eliona
  elior eliot eliott elisa elisabet elisabeta elisabeth elisabetta elisaveta elise elisea elisee eliseo elisha elisio
  eliska elissa elita eliza elizabet elizabeta elizabeth elize elizej elizeus elka elkin ella elle ellen
  ellen-margrethe elli ellie elliot elliott ellis ellsworth elly elmar elmas elmer elmira elmo elmore elna elnora eloa
  eloan eloane elodia elodie elody elogio eloi eloisa eloise elona elone elora elouan elouise eloy elpidio elroy elsa
  elsbeth else elsie elta elti elton elva elvan elvera elvezio elvia elvie elvino elvira elvire elvis elwin elwira
  elwyn elya elyas elyes elyne elynn elyse elyssa elza elzbieta elzear ema emanoil emanuel emanuela emanuele emanuelly
  emanuil emced emel emelia emelie emeline emely emerald emerance emerencie emeric emerich emerson emery emese emi
  emidio emie emiel emil emile emili emilia emilian emiliana emiliano emilie emilien emilija emilijan emilio emily
  emin emine emir emirhan emma emmalee emmanuel emmanuelle emmelie emmely emmerico emmet emmett emmi emmie emmitt emmy
  emna emory empirio emrah emre emrullah emy ena enakshi ender enderun endrigo enea enecone enes engelbert engin
  enguerrand enid enie enimia enio enis enise enna ennio enno enoch enola enora enos enrica enrico enrique ensar ensio
  enver enya enyo enzo ephraim epiphane era eracla eraclide eraldo eralp erardo erasmo erast eray erazim erazmus
  erberk erberto ercan ercin ercolano ercole ercument erda erdal erdem erdeni erdenikatun erdeniozuk erdinc erel
  eremia eren erenia erentuz ergene ergenekatun ergin ergun erguner erhan erhard eriberto eric erica erich erick
  ericka erico erik erika erin erinc erine erkam erkan erke erkki erling erma erman ermanno ermelinda ermen
  ermenegarda ermenegilda ermenegildo ermes ermete ermilo erminia erminio erna ernest ernesta ernestina ernestine
  ernesto ernie ernst erol eron eros ersan ersilia ersin ertan erten ertenozuk ertugrul ervin ervina erwan erwann
  erwin eryn esat esau esben esen esenbike eser esha eshana eshita esi esin esma esmee esmeralda esmeray esperanza
  esra esref essie esta esteban estefania estel estela estell estella estelle ester estera esterina estevan esther
  estrella esuperio eszter etela eterie etha ethan ethann ethel ethelyn ethem ethyl etienne etil ettie ettore eubert
  euclide eudes eudokia eudoksja eudora eudoxe eudoxie eufebio eufemia eufemio eufrasia eufronio eufrosina eufrozina
  eugen eugene eugenia eugenie eugenio eugeniusz eula eulah eulalia eulalie euna eunice eunika euphrasie euridice
  eurydice eusebe eusebia eusebie eusebio eusebiu eusebius euseo eustache eustatiu eustorgio eustosio eustracjusz
  eutalia eutalio eva evald evaldo evalyn evan evandro evangelina evangeline evanghelina evann evans evarist evariste
  evaristo evasio eve evelien eveliina evelin evelina eveline evelyn evelyne even everardo everett everette evert evi
  evidio evie evin evodio evran evrard evremondo evren evsen evy evzen evzenie ewa ewald ewan ewelina ewell ewen ewenn
  eya eyal eyiz eylul eymen eyram eysan eytan eythan eyup ezechiel ezechiele ezekiel ezequiel ezio ezra ezrak faas
  fabia fabian fabiana fabiano fabie fabien fabienne fabijan fabio fabiola fabrice fabricia fabricio fabrizio fadi
  fadime fady fae fahrettin fahri fahriye fahrunissa faik faith falba falih falk famiano famke fanika fanni fannie
  fanny fanta fantin fantine farah fardau fares farid faris farouk faruk fasih fatih fatiha fatim fatima fatimata
  fatin fatma fatos fatou fatouma fatoumata faust fausta faustin faustina faustine faustino fausto faustyn faustyna
  favian fay faya faye fayen fayenne faysal fazilet fazio fazullah feba febe feda fedai fedde fedele federica federico
  fedor fedora fedro fehime fehmi felice felicia felician feliciano felicie felicien felicita felicitas felicite
  felicity feliks felina feline felipa felipe felix felton fem femke femm fender fenja fenna fenne ferah feramus
  feramuz feray ferda ferdi ferdinand ferdinanda ferdinando ferdynanda ferenc ferhan ferhat feride feridun feriel
  feriha ferit ferman fermiano fermin fermo fern fernanda fernando ferne ferre ferruccio ferruh feryel festo fevzi
  feyyaz feyza feyzullah fiacre fiammetta fidan fidel fidele fidelie fidelius fidenziano fidenzio fieke fien fiene
  fiep fiete figen fiifi fikret fikri fikriye filemon filibert filiberto filip filipa filipe filippa filippo filiz
  filofteia filomen filomena filomeno filou fily fine finia finja finlay finley finn finnja finnley fiodor fiona fionn
  fiordaliso fiore fiorella fiorenza fiorenziano fiorenzo firas firdevs firmin flaminia flavia flavian flaviana
  flaviano flavie flavien flavio flaviu flavius fleano fleta fletcher fleur flip flo floare floarea flodoard floor
  floortje flor flora flore florea florence florencia florencio florencja florent florenta florentin florentina
  florentine florentyn florentyna florestan florian floriana floriane floriano florica florida floridia florie florin
  florina florine floris flossie floy floyd flurin flurina flynn foca fode folco ford forest forrest fortunat
  fortunata fortunato fortune fortunee fos fosca fosco foss foster foucauld foulques fran frana franc franca france
  frances francesca francesco francette franci francia francine francis francisc francisca francisco francisque
  franciszek franciszka franck franco francois francoise franjo frank franka frankie franklin frantisek frantiska
  franz franziska fred freda freddie freddy frederic frederica frederick frederico frederik frederike frederique
  fredrick fredrik fredy freeda freek freeman freida freja frenkie freya frida frido fridolin frieda friederike
  friedrich fritz frontiniano frusina fruzsina fryderyk fuat fulbert fulberto fulcran fuldem fulden fulgence fulgenzio
  fulvia fulvio fulya funda fureyya furio furkan furman furseo furuzan fuscolo fusun fuzuli fynn gabe gabi gabin
  gabino gabor gabriel gabriela gabriele gabriella gabrielle gabrijela gad gael gaelle gaetan gaetano gaffar gage
  gaglioffo gaia gail gaio gaj gaja gajaadhar gajabahu gajadhar gajana gajbaahu gal galatea galdino galeazzo galfryd
  galileo galina gallicano gamze ganak ganaka ganapati gandharv gandharva gandolfo ganesh gangesh garance gardner
  garett garfield garik garika garimberto garland garnet garnett garnier garret garrett garrick garrison garry garth
  garud garuda gary gaspar gaspard gaspare gasper gaston gastone gati gatien gatik gaud gaudenzia gaudenzio gaudino
  gauraang gaurang gauranga gautam gautama gautami gauthier gautier gautiero gavin gavino gayatri gaye gayle gazanfer
  gazi geanina gedeon gedeone geeta geetanjali gejza gelila gelin gelincik gellert gelsomina geltrude gelu gema gemine
  gemini geminiano gemma genadij gencer gene general generosa generoso genesia genesio genesis geneva genevieve
  gennaro genoveffa genoveva gentiana gentile genziano geo geoffrey geoffroy georg george georgel georges georgeta
  georgette georgia georgian georgiana georgianna georgina geovanni geovanny geovany gerald geralda geraldina
  geraldine gerard gerarda gerardina gerardo gerasimo geraud gerazim gerazym gerberge gerbert gerda geremia gergely
  gergo gerhard gerharda gerino germain germaine german germana germano gerolamo geronimo geronzio gerrit gerry gerson
  gertrud gertruda gertrude gervais gervasio gesualdo geta gevheri geza ghanaanand ghanashyam ghanshyam ghenadie
  gheorghe gheorghita gherardo gherghina ghislain ghita gia giacinta giacinto giacobbe giacomo giada giadero
  giambattista gian gianbattista giancarlo giandomenico gianfranco gianina gianluca gianluigi gianmarco gianmaria
  gianmario gianna gianni gianpaolo gianpiero gianpietro gianuario giasone gica gicu gideon giel gifty gigi gigliola
  gijs gil gilbert gilberta gilberto gilda gildo giles giliola gilles gillian gillo gina gineto ginevra ginewra ginger
  gino gioacchina gioacchino giobbe gioberto gioconda giocondo gioele gioia gion giona gionata giordano giorgia
  giorgian giorgiana giorgio giosue giosuele giotto giovani giovanna giovanni giovanny giove gioventino giovenzio
  girardo girart giray giri girija girik girika girindra giriraaj giriraj girish girja girolamo gisela gisele gisella
  gislebert gisselle gita gitanjali gitte giuda giuditta giulia giuliana giuliano giulio giulitta giuseppa giuseppe
  giuseppina giusta giustiniano giusto gizela gizem gladyce gladys glauco gleb glen glenda glenn glenna glennie gloria
  glorie gobinda godeberta godfrey godiva goffredo gokalp gokben gokboru gokce gokcegol gokcen gokcicek gokmen goknur
  goksin golda golden golia gomberto gonca goncalo gondebaud gondulfo gonenc gonerio gongor gonsalwy gonthier gontran
  gonul gonzaga gonzague gonzalo gopaal gopal gopee gopi gorakhanatha gorakhnath goran goranka gorazd gordan gordana
  gordiano gordon gorkem gorun gosto goswamee goswami gothard gottardo gottfried gotum goundo gouranga goutam govinda
  gozde grace gracian graciana gracie graciela graciliano gracja gradimir grady graham grant granville gratian
  gratiana gratiela grato grayce grayson grazia graziana graziano graziella grazina green greg gregg gregoire gregor
  gregoria gregorian gregorio gregory greta gretchen greyson grga grgo grgur griffin grigore grimaldo griselda
  grizelda grover grozdana gry grzegorz guadalupe gualberto gualtiero gubio gudakesa gudakesha gudrun guelfo guenda
  guendalina guenievre guerin guerrino guglielmo guher gui guiberto guido guilhem guilhemine guilherme guillaume
  guillemette guillermina guillermo guiscardo guiseppe gul gulbahar gulben gulcin guldem gulden guldeste gulegen
  gulemen gulen guler gulgun gulhan gulnaz gulpembe gulriz gulsen gultekin gulumser gumesindo gumus gun gunay guncicek
  gundelinda gundogdu gundogmus guner gunes gungor gunilla guniz gunnar gunnel gunner gunnur gunsel gunseli gunter
  gunyaruk gurbuz gurcan gurdal gurdev gurhan gurkan gurol gursel guru gus gussie gust gustav gustava gustave
  gustavine gustavo guus guusje guven guvenalp guvercin guy guyot guzey gvendolina gvozden gwen gwenaelle gwendoline
  gwendolyn gwido gyorgy habbab habib habiba habil haby hacib hadi hadja hadley hadriel hadrien hafi hafid hafsa hagen
  hailee hailey hailie haim hajar hakan hakem haki hakim hakon hal haldun hale haleigh haley halie halil halim halima
  halina halis halit halle hallie haluk hamdi hamdullah hamed hami hamidou hamish hamit hammad hamsini hamza hana
  hanae handan hande hanefi hanga hani hania hank hanna hannabel hannah hanne hannele hannes hanno hannu hans
  hans-peter hans-rudolf hans-ulrich hansjorg hanspeter hansruedi hansueli hanus haralamb haralambie harald hardouin
  hardy hari harinakshi harinarayan harit harita harley harmon harmony harold haron haroun harouna haroune harriet
  harrison harry harun haruto harvey hasan haseki hasibi hasim hasin haskell hasmet hasna hassan hassane hassie hastal
  hata hatem hatip hatouma hattab hattie hauke hava havel haven havla hawa haya hayal hayali hayat hayati haydar
  hayden haylee hayley haylie hazan hazar hazel hazle heath heather heaven heber hector heda hedda hedelin hedi hedvig
  hedvika heema heidi heidrun heikki hein heinrich heinz heitor helen helena helene helga helie helier helin helio
  helios helle hellen helmer helmut heloisa heloise henderson hendrik hendrika hennes henning henri henrick henrieta
  henrietta henriette henrik henrike henrique henry henryk henryka heracleea herbert herberta herluin herman hermann
  hermenegildo hermina hermine herminia herminio hernan hershel herta hertha herve hester hettie hiba hicabi hicham
  hidaya hidde hieronim hikmet hilaire hilal hilar hilario hilarion hilarius hilary hilbert hilda hildebert hildegard
  hillard hillary hillel hilma hilmi hilton himadri himani himmet hincmar hind hipolit hipolito hippolyte hira hiram
  hiranmay hiranmaya hiranya hiroshi hisam hjalmar hobart holden hollie hollis holly homer homero honor honore
  honorine honorius hope horac horace horacio horacy horatiu horea horia horst hortense hortensia hortensie hortenzie
  horymir horymira hosea hostimil hostimila hostimir hostimira hostislav hostislava hostivit houda houston hovard
  howard howell hoyt hrvoj hrvoje hrvojka hubert huccet hud hudavendigar hudayi hudson hugh hugo hugues huguette hulda
  hulki hulusi hulya huma humayun humberto humeyra huner hunor hunter hurkan hursit husameddin husamettin huseyin
  husnu husrev hussein huub huzeyfe hvezdoslav hvezdoslava hyacint hyacinta hyman hynek hypolit iacob iacopo iacopone
  iago ian iancu ianira ianis iasmina iban iboja ibou ibra ibrahim ibrahima ica icaro icie icilio iclal ico ida idan
  idea idell idella idil idir ido idris idriss idrissa idy ieremia iffet iginia iginio igino ignac ignacie ignacio
  ignacy ignat ignata ignatius ignazio igor ihsan ihvan ikbal ike ikeme iker ikicitoyun ikrime ila ilai ilan ilana
  ilaria ilarie ilario ilarion ilay ilayda ilbey ilbilge ilda ildebrando ildefonso ildegarda ildegonda ildika ildike
  ileana ilene ilenia ilgegu ilhami ilhan ilia ilian iliana iliane ilias ilie ilies ilija ilinca ilja iljana ilkay
  ilkben ilke ilker ilknur ilko ilksen ilkyaz illidio illuminato ilmari ilona ilsa ilse ilva ilyan ilyana ilyane ilyas
  ilyass ilyes ilyess ilza ima imad iman imane imani imelda imen imene imge imke immacolata immacolato immanuel imogen
  imogene imran imrane imre imrem ina inanc inara inaya inc inci incoronata inder indira indra indro indy ines inesa
  inez inga inge ingeborg ingeborga inger ingrid ingrida inja inka inkeri inna innocent innocente innocenty innocenza
  innocenzo ino inocenc inocentiu insa inza ioan ioana ioanina iolanda iole ion iona ione ionel ionela ionelia ionica
  ionne ionut iorio iosefina iosif ipek ippocrate ippolito ira irem irena irene irenej ireneo ireneus ireneusz irfan
  iride iridenta irina irinc irinckol irinel iris irma irmak irmeli irmina irtis irvin irving irwin isa isaac isabeau
  isabel isabela isabell isabella isabelle isabelly isac isacco isadora isadore isai isaia isaiah isaias isak isaure
  ischirione ise isee iseult ishaq iside isidor isidora isidore isidoro isidro isis isla islam ismael ismaele ismail
  ismaila ismerie ismet isobel isolda isom isotta isra israa israel issa issac issam issiaka istvan ita italia italo
  itil itri itzel iulia iulian iuliana iuliu iurie iustin iustina iustinian iva ivah ivan ivana ivancica ivanka ivanna
  ivano ivanoe ivar ive ivek iven iveta ivetta ivica ivna ivo ivona ivone ivonne ivor ivory ivy iwan iyad iyed iza
  izaak izabela izabella izaiah izaias izajasz izak ize izel izia izidor izidora izmael izolda iztok izydor izzet
  izzettin izzy
`

/**
 * Given names of Europe, the Americas, North Africa, South Asia and Turkey, in lower case without accents. From the locales of
 * faker-js (MIT), with additions.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `
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
  izzettin izzy jaakko jabari jace jacek jacey jachym jacinthe jacinto jack jackeline jackie jacklyn jackson jacky
  jaclyn jacob jacoba jacobo jacobus jacqueline jacquelyn jacques jacynthe jad jada jade jaden jadon jadran jadrana
  jadranka jadranko jadro jadwiga jadyn jaeden jael jaelynn jaga jagadish jagadisha jagathi jagdeep jagdish jagica
  jagmeet jahnu jai jaida jaiden jailey jailyn jaime jaimini jaimy jairo jaivey jakayla jake jakob jakov jakub jakuba
  jakubina jakubka jale jaleel jalen jalil jalon jalou jalyn jamaal jamal jamar jamarcus jamel james jameson jamey
  jamie jamil jamila jamir jamiro jamison jammie jan jana janae janaina jane janek janelle janessa janet janeta janez
  jani janica janice janick janie janin janina janine janis janiya janja janka janko janna jannah janne jannek jannes
  janni jannie jannik jannis jano janos janosch janusz jany japhet jaquan jaquelin jaqueline jara jared jaren jari
  jarmil jarmila jarne jarno jaro jarod jarolim jarolima jaromil jaromir jaromira jaron jaroslav jaroslava jarred
  jarrell jarret jarrett jarrod jarvis jasen jasenko jasin jasmijn jasmin jasmina jasmine jasna jasnena jason jasper
  jassem jassim jaunita javas javi javier javon javonte jawad jawed jax jaxon jaxx jay jaya jayce jaycee jayda jayde
  jayden jaydon jaylan jaylano jaylen jaylin jaylinn jaylon jayme jayne jayson jayvano jazlyn jazmin jazmyn jazmyne
  jazz jazzlyn jazzlynn jean jean-baptiste jean-claude jean-daniel jean-francois jean-jacques jean-louis jean-luc
  jean-marc jean-marie jean-paul jean-pierre jeana jeanette jeanie jeanne jeannel jeannette jeannie jeannot jed
  jedediah jedidiah jef jeff jefferey jeffery jeffrey jeffry jefta jehanne jela jelena jelica jella jelle jelmer jelte
  jena jenel jenifer jenna jennah jennie jennifer jennings jenny jennyfer jenovefa jens jensen jente jeppe jerad
  jerald jeramie jeramy jerel jeremi jeremiah jeremias jeremiasz jeremie jeremy jermain jermaine jermey jernej jerod
  jerome jeromy jeronimo jeronym jerrell jerrod jerrold jerry jerzy jesa jesika jesper jess jesse jessica jessie
  jessika jesslyn jesslynn jessy jessyca jesus jet jett jette jettie jevon jewel jewell jibril jidde jihane jil jilji
  jill jillian jim jimena jimi jimmie jimmy jimram jinane jindra jindrich jindriska jinte jinthe jip jiri jirina
  jitender jitendra jitka jo joachim joah joakim joan joana joanie joann joanna joanne joannie joanny joany joao
  joaquim joaquin joas job jocelyn jocelyne jodi jodie jody joe joel joelina joeline joelle joep joes joesph joey
  johan johana johann johanna johanne johannes johathan john johnathan johnathon johnnie johnny johnpaul johnson
  jolana jolanda jolanta joleen jolie jolien jolijn jolin jolina joline jon jona jonah jonas jonatan jonathan jonathon
  jonna jonte joojo joost jop jordan jordana jordane jordi jordon jordy jordyn jorg jorga jorge jorgen jorin joris
  jorn jorrit jort joscha joschua jose josef josefa josefien josefin josefina josefine josep joseph josephin josephine
  josette josh joshua joshuah josiah josiane josianne josie josip josipa josko joso josse josselin jost josua josue
  josy joud jourdain jovan jovana jovani jovanny jovany jovin joy joya joyce joza joze jozef jozefa jozefina jozica
  jozsef jozue juan juana juanita juda judah judd jude judge judicael judita judith judson judy judyta juha juhani
  juho jukka jula julan jule jules julia julian juliana juliane julianne julide julie julien julienne juliet julieta
  juliette julija julika julina julio julita julius juliusz juna junayd june junior junius juno junon jur jure jurg
  juri jurre jusra juste justen justice justin justina justine juston justus justyn justyna jusuf juta juul juvenal
  juwan jyoti jyotis jyotsana kaan kaarina kaat kabil kacey kaci kacie kacper kade kadem kaden kader kadiatou kadidia
  kadidiatou kadin kadir kadrican kadriye kady kaela kaelyn kagan kahina kai kaia kailash kailee kailey kailyn kaina
  kais kaitlin kaitlyn kaj kaja kajetan kale kalea kaleb kaleigh kalender kalervo kalevi kaley kali kalidou kalinda
  kalistrat kalle kallie kalpana kalyani kama kamala kamalesh kamber kamel kamelya kameron kamil kamila kamile kamilla
  kamille kamla kamlesh kamran kamren kamron kamryn kamuran kanak kanaka kanchan kane kanishka kannan kannen kanti
  kapgar kara karaca karahan karak karam karamba karamoko karan kareem karel karelle karen kari kariane karianne karim
  karin karina karine karl karl-emil karl-johan karla karlee karley karli karlie karlijn karlo karlotta karmela karmen
  karol karolann karoliina karolina karoline karson karthik kartik karunanidhi kasandra kasey kashyap kashyapi kasian
  kaspar kasper kassandra kassim kastor kata katariina katarina katarzyna kate katelin katell katelyn katelynn
  katerina katharina katherine katheryn kathleen kathlyn kathrin kathrine kathryn kathryne kathy katia katica katie
  katija katina katja katlyn katlynn kato katrin katrina katrine kattie katun katy kavon kawtar kay kaya kayaalp kayca
  kaycee kayden kayla kaylah kaylee kayleigh kayley kayli kayliah kaylie kaylin kayna kaynak kayra kays kazanc kazi
  kazimierz kazimir kazimira kazkatun keagan keano keanu keara keaton keba keegan keeley keely keenan keerti kees keet
  keira keith kekik keklik keles kellen kelley kelli kellie kelly kelsi kelsie kelton kelvin kelya kelyan kemal
  kemalettin ken kenan kendall kende kendra kendrick kenji kenna kennedi kennedy kenneth kennith kenny keno kensi kent
  kenton kenya kenyatta kenyon kenza kenzi kenzo kenzy keon kepez keramet kerami kerem keremsah keren kerim kerry
  kerstin keshaun keshawn kesme kessaf ketsia keven kevin kevon kevser keyan keyken keyla keyon keyshawn kezlik
  khadidiatou khadidja khadija khadim khady khaled khalid khalifa khalil khoudia kian kiana kianna kiano kiara kiarra
  kick kiel kiera kieran kika kiki kiley kilian killian kilyan kim kimberley kimberly kimi kimo kin kincso kine king
  kinga kip kira kiran kiraz kirk kirsten kirstin kirti kitty kiyan kjeld kjell klaas klara klarencjusz klaudia
  klaudian klaudie klaudius klaudiusz klaus klea kleber klemen klemens klement klementina klementyna kleopatra kliment
  klotylda knut kobe koby kody koen kofi kojo koksal kolby kole koleta koloman kolombin kolombina kolos kolumban
  kolumbin kolumbina konrad konstance konstancie konstancja konstantin konstanty konstantyn konsuela konzuela kopano
  kora koralia koray korbin korbinian kordula korey korina korinna korkut kornel korneli kornelia kornelie kornelius
  korneliusz kory kosma kosmas kraig krasava krasomil krasomila krasoslav kresimir kresomysl krijn kris krishna
  krishnadas krishnadasa krista kristan kristen kristi kristian kristie kristiina kristijan kristin kristina kristine
  kristjan kristof kristofer kristoffer kristopher kristy kristyna krisztian krisztofer kruno krunoslav kryspin
  krystal krystel krystian krystina krystof krystyna krzysztof ksawera ksawery ksenia ksenofont kubat kubilay kuddusi
  kujoe kumar kumari kumru kumuda kunhuta kursad kurt kurtis kutbettin kuzey kveta kveton kvetos kvetoslav kvetoslava
  kvetuse kvido kwabena kwadwo kwaku kwame kwamena kwasi kweku kwesi kwintyn kyan kyano kyara kyla kyle kylee kyleigh
  kyler kylian kyliann kylie kyllian kyllikki kyra laal lacey lachlan lacramioara lacy lada ladarius ladina ladislao
  ladislau ladislav ladislava ladji laetitia lafayette lahna lai laia laila laisha lajos lakshman lakshmi lakshmidhar
  lakshminath lal lala lale lalie lalita lamar lambert lamberto lamia lamih lamine lamont lana lance lancelot
  lancilotto landen lander landolfo landry lane laney lanfranco lapo lara larina larisa larissa laron larry lars larue
  larysa lascar lassana lasse laszlo latif latifa latife latoya laura laurane laure laureen laurel laureline lauren
  laurenc laurence laurencie laurencja laurencjusz laurene laurens laurent laurentia laurentino laurentiu laurenty
  laurentyna laurenz lauretta lauri laurian lauriane laurianne lauriano laurie laurin laurine laury lauryn lautone
  lavada lavanya lavern laverna laverne lavina lavinia lavinio lavon lavonne lawrence lawrencia lawson laxman laxmi
  layana layanah layla layne lazar lazare lazaro lazarz lazzaro lea leah lean leana leander leandr leandra leandre
  leandro leane leann leanna leanne leano leart leatha leda ledion lee leela leelou leena leendert lehna leia leif
  leigh leila leilani leina lejla lela lelah leland lelia leman lemide lempi lemuel len lena lene leni lenia lenja
  lenka lenn lenna lennard lennart lenne lennert lenni lennie lennon lennox lenny lenora lenore leny lenya leo
  leo-paul leodegar leokadie leola leon leona leonard leonardo leone leonel leonhard leoni leonia leonid leonida
  leonidas leonie leonilda leonio leonis leonne leonor leonora leonore leontin leontina leontine leontyn leontyna
  leonzio leopardo leopold leopolda leopoldina leopoldine leopoldo leopoldyna leora leos lera leroy lerzan lesek
  lesley leslie lesly lessie lester leta letha leticia leticie letitia letizia letterio leu leufroy lev levana levent
  levente levi levin levio levke levy lew lewin lewis lex lexi lexie lexus leya leyan leyla leyna li lia liah liam
  lian liana liara lias libbie libby libena liberata liberato liberatore libere liberio libero liberto libor libora
  liboria liborio liboslav liboslava libuse lica licia lida lidania lidia lidija lidio lidmila lieke lien liene
  lietald lieto lieuwe lieve lieze ligia liisa lila lilas lili lili-rose lilia lilian liliana liliane lilianna lilie
  lilien lilith lilla lilli lillian lilliana lillie lilly lilou lilwenn lily lily-rose lilya lilyan lina lincoln linda
  linde lindsay lindsey line linett linh linn linne linnea linnie lino linoi linoy linus linwood lio lioara lion
  lionel lior liora liron lirone lis lisa lisandro lisann lisanne lisbeth lise liselotte lisette lison lital litzy liv
  liva livia liviana livie livino livio liviu livius liya liyah liyam liyan liyana liz liza lizbeth lize lizeth lizz
  lizzie lizzy ljiljana ljuba ljubica ljudevit llewellyn lloyd loa loan loane lodovica lodovico loek loes loet logan
  lohan loic lois loise lola lolita loma lon london lone longin lonie lonnie lonny lonzo lora loraine lore loredana
  loreen lorelei lorella loren lorena lorenc lorene loreno lorenz lorenza lorenzo loreta loretta lori lorian loriana
  lorik lorin lorine loris lorna lorrain lorraine lot lota lotar lothaire lothar lott lotta lotte lotti lottie lou
  lou-ann lou-anne loua louan louane louann louay loubna louca louie louis louis-marie louisa louise louison louka
  loula louna lounis loup lourdes lourenco louvenia lova lovisa lovorka lovro lowell lowie loy loyal loyce lua luan
  luana lubin lubomir lubomira lubor lubos luboslav luboslava luc luca lucas lucca luce lucentiu lucia lucian luciana
  luciano lucie lucien lucienne lucija lucijan lucile lucilla lucille lucinda lucio lucious lucius lucja lucjan
  lucretia lucretiu lucrezia lucy ludano ludek ludie ludise ludivine ludivoj ludka ludmila ludolphe ludomir ludomira
  ludoslav ludoslava ludovic ludovica ludovico ludvig ludvik ludvika ludwig ludwik ludwika lue luella luena lui luigi
  luigia luis luisa luise luiz luiza lujza luk luka lukas lukasz luke lukrecie lukrecius lula lulu luminita luminosa
  lumir lumira luna lune lungelo lupe lura lurline lutfi lutfullah luther lutibor lutobor lutz luuk luus lux luz luzie
  lya lyam lyan lyana lyda lydia lydie lyes lykke lyla lyle lylia lylou lyn lyna lynda lyne lynette lynn lynne lyric
  lysanne maad maaike maan maarit maarten maartje maas maayane mabel mabela mabelle mable mac maca macaire macaria
  macario maccabeo mace maceo macey maci macie mack mackenzie mactar macy madalena madalin madalina madaline madalyn
  maddalena maddison maddox madeleine madelief madeline madelyn madelynn madge madhuri madie madilyn madina madisen
  madison madisyn madita madlaina madleen madlen madonna mads mady madyson mae maegan mael maelie maeline maelis
  maelle maely maelyne maelys maes maeva maeve mafalda maffeo magali magda magdalen magdalena maggie maggiorino magno
  magnolia magnus maguelone maguette mahamadou mahault mahaut mahdi mahe mahendra maher mahesh maheswar mahir mahmoud
  mahmut mahulena mahzun mai maia maica maida maija maik maike maila mailin mailo maily mailys maimouna maina maiorico
  maira maissa maissane maite maiwenn maiya maja majda major makan makar makary makayla makenna makenzie makhtar maks
  maksim maksud maksym maksymilian malachi malak malati malco malcolm malea malek malena malene malgorzata malia
  malick malik malika malin malina malinda mallaury mallie mallory malo malone malou malte malthe malti malvina
  malwina mama mamadou mamady mamante mamert mamie mamoudou mamour manal manar manasse manca mancio manda mandaakin
  mandakini mandy manel manelle manetto manfred manfredo mangala mangalya mani manik manikya manil manilio manisha
  manjusha manley manlio manoah manoj manole manon manona mansour mansueto mansur mansvet manu manuel manuela manuele
  mara marah maram marana marc marc-antoine marceau marcel marcela marceli marcelin marcelina marceline marcelino
  marcell marcella marcelle marcello marcellus marcelo marcheta marcia marciano marcin marco marcos marcu marcus mare
  mareike marek mareme maren marena mareta marga margaret margareta margarete margarett margaretta margarette
  margarida margarita margaux marge margherita margie margit margita margo margot margret margrit margrith marguerite
  mari maria mariah mariam mariama mariame marian mariana mariane marianna marianne mariano maribel marica maricarmen
  maricica marie marie-ange marie-lou marieke mariela mariella marielle mariem marieme marieta marietta marija marijan
  marijana marijn marika marilena marilie marilou marilu marilyn marilyne marin marina marine marinela marinella
  marinetta marino marinus mario marioara mariola marion marisa marisol marissa marit marita maritza mariuca marius
  marja marjane marjatta marjeta marjolaine marjorie marjory mark marketa markku marko markus marla marlee marleen
  marlen marlena marlene marley marli marlie marlies marlin marlis marlo marlon marly marnie marolo marouane marques
  marquis marquise marrit marsha marshall mart marta marte marten martha marthe martial martim martin martina martine
  martino marton martti marty martyna marut maruta marvin marwa marwan marwane marwen marwin mary maryam maryann
  maryjane marylou maryna maryse marzia marzio mas masa mason massamba massima massimiliano massimo massinissa matan
  matar mate matei matej mateja mateo mateus mateusz matheo matheus mathew mathias mathieu mathijs mathilda mathilde
  mathis mathurin mathys matias matija matilda matilde matis matisse matjaz matko mato matous matroniano mats matt
  mattea matteo mattes mattheo matthew matthias matthieu matthijs matthis matti mattia mattias mattie mattis matyas
  matylda matys matz maud maude maudie maugis maura maureen maurice mauricette mauricio maurilio maurine maurits
  maurizio mauro maurycy maverick mavis mawuena mawusi max maxellende maxence maxens maxi maxie maxim maxima maxime
  maximilian maximiliano maximilien maximillia maximillian maximo maximus maxine maxmilian maxwell may maya mayane
  mayar maybell maybelle maye mayeul mayla mayline maylis maymie maynard mayoor mayra maysa mayson mayssa mayte mazhar
  mazie mbaye mckayla mckenna mckenzie meagan meaghan mecislav mecislava meda medard medardo medea mederic medina
  medine medoro medoune meena meenakshi mees megan megane meggie meghan meghnad meghnath mehdi mehmet mehtap meik
  meike meire meissa mekhi melania melanie melanio melany melba melchiade melchior melchiorre melda melek melezio
  melia melichar melih melike meliksah melina melinda meline melis melisa melisande melissa melissandre melita
  melitina melle mellie mellina melodi melodie melody mels meltem melusine melvil melvin melvina melvyn melyna melyssa
  memduh menahem menaka menardo mence mendel menelao meneo menka menno mennone menodora meral mercede mercedes mercia
  mercurio meredith merel merete meriam meric meriem merih merijn merjem merl merle merlin merovee merritt mert mertie
  merve mervin merwan meryam meryem meryl messalina mestan mesut meta mete metello metin metod metodej metrofane mette
  mevlut mex meyra mia mica micael micaela micah micha michael michaela michal michala michale michalina micheal
  michel michela michelangelo michele micheline michelle mick mickael midas mieke miel miguel miha mihael mihaela
  mihai mihail mihaly mihnea mihriban mija mik mika mikael mikaela mikail mikayla mike mikel mikkel mikki mikko miklos
  mikolaj mikolas mikulas mila milada milan milana milano mildred mile milena miles miley milford milhan milic milica
  milik milivoj miljenko milka milla mille miller millicent millie milly milo milon milorad milos miloslav miloslava
  milota milou milous milovan milovin milred milton miluse milutin mima mimma mimo mina minakshi mindy mine minerva
  minervina minervino ming minh mink minka minna minnie minodora mio mioara mir mira mirabela mirac miracle miran
  miranda miray mircea mirco mireille mirek mirela mirella mireya miriam mirja mirjam mirka mirkelam mirko mirna miro
  mirocleto miromil miromila miron mirona miroslav miroslava mirre mirta mirte mirthe mirtil miruna mirza misael
  misaele misbah mischa mislav missouri misty mitch mitchel mitchell mithat mitica mitja mitrut mittie miya mlad
  mladen mnata mnislav mnislava moa moche moctar modest modesta modesto modibo modou mody mohamadou mohamed
  mohamed-ali mohamed-amine mohammad mohammed mohan mohana mohinder mohini moira moise moises moisette mojca mojmir
  mojzesz mojzis mollie molly mona monaldo monalisa monde monica monika monique monitore monroe monserrat monserrate
  montana monte monty moos morena moreno morgan morgana morgane moriah moric moris moritz morris morten mortimer
  morton mory mose moses moshe mossie mouctar mouhamadou mouhamed mouhameth mouhammadou moussa moustafa moustapha
  mozell mozelle mozes mpho mstislav muammer muaviye muaz muesser mufid muge mugur mugurel muhammad muhammed muharrem
  muhsin muhtar muhterem muhtesem muhyiddin mujdat mujde mujgan mukadder mukaddes mukerrem mukesh muktedi muktedir
  muktefi mukul mumtaz munevver munir murat muren muriel muriela murilo murl murphy murray musa musir muslih mustafa
  mustapha mutahhar muteber mutemed muttalib muzaffer muzdad muziano mya myah myla mylan mylene myles mylo myra myriam
  myrl myrna myron myrthe myrtice myrtie myrtil myrtille myrtis myrtle nabi nabil naci nada nadalina nadege nadezda
  nadi nadia nadine nadir nadja nadzieja nae nael naelle naemi nafiz nagabhushanam nahel nahid nahil nahla naia nail
  naila naim naima nais naja najla nakia nala nalan nalini namazio name nana nancy nand nanda nando nandor naneta
  nanna nannie naomi naomie naoufal naoufel napoleon napoleone nara narayan narcis narcisa narciso narcisse narendra
  narinder narseo narsete nash nasir nasrullah nassim nat natacha natale natalia natalie natalija natalina natan
  natanael nataniel natasa natasha nate nathalie nathan nathanael nathanial nathaniel nathen natka naud naudet naval
  naveen navin nawal nawel nawfel naya nayel nayeli nayla naz nazan nazario nazariusz nazary nazif nazim nazmi
  nazzareno nazzaro nea neal necat necati necdet nechifor necib necla necmettin ned neda nedim nedjeljka nedjeljko
  nedra neela neele neeltje nefeli neha nehemie nehir nehoslav neil neila neiva neja nejat nejc nejla neklan nela
  nelda nele neli nelia nelio nell nella nelle nelli nellie nelly nels nelson nelu nelya nena nene neo neoma neopolo
  neoterio nepomuk nera nerea nereo nergis neri nermine nesa neset nesim neslisah nesrin nesrine nestor nestore nettie
  neva neven nevena nevenka nevin nevio nevra nevzat newell newton neyla nezamysl nia niame nicarete nicea niceforo
  nicephore niceto nicezio nichifor nicholas nicholaus nichole nick nicklas nicklaus nickolas nicla niclas nico
  nicoara nicodemo nicodim nicola nicolae nicolai nicolaie nicolas nicole nicoleta nicoletta nicolette nicoline nicolo
  nicu niculina niculita nicusor nicuta nida nidia niek niels niels-christian niene nienke nigar nigel nihal nihan
  nihat nik nika nike nikita nikki nikkie nikko niklas niklaus niko nikodem nikodema nikol nikola nikolai nikolas
  nikolasz nikolina nil nila nilde nilgun nils nimakoah nimit nimrod nina nine ninfa niniano nino ninon ninthe nio
  niouma niranjan nirbhay niro nisa nisan nives niyazi nizamettin nizar noa noah noam noami noan noar noble noe noel
  noelia noelie noella noelle noema noemi noemie noemy noha noham nohan nola nolan nolann nolen nolhan nomi nona noor
  noortje nora norah norbert norberta norberto nore norene norhane norica norina norma norman normand norris norval
  norwood nostriano noud nouha nour noura nourane nouri nout nova novan novella novi nowi nox nqobile nthabiseng nubia
  nuccia nukhet numan nuno nunziata nunzio nur nural nuran nurettin nurgul nuri nuria nursel nurseli nurullah nusa
  nusret nya nyah nyasia nynke oana obie oceane ocie octav octave octavia octavian octaviana octavio octaviu oda
  oddone odelia odell oderico odessa odeta odetta odette odidone odie odile odilia odilon odin odolen odon odorico
  ofelia ofelie oger oguz oguzhan ojaswini okan oke okey oksan oktavian oktavie oktavius oktay ola olaf olavi olbram
  olcay oldrich oldriska ole oleg olen oleta olga olimpia olimpian olimpio olimpiu olin olinda olindo oliva olive
  oliver olivia olivie olivier oliviera oliviero oliviu oliwia oliwier olle ollie olof olympe olympia olympie oma
  omana omar omari ombeline ombline ombretta omer omero ona onder ondina ondine ondrej ondrejka onesta onesto onie
  onofrio onorata onorina onorino onorio onufry onur oona oormila opal opalina opaline ophelia ophelie ora oral oran
  orazio orchidea orell oren orenzio orest oreste orestes orfeo orhan oriana oriande oriane orie orietta orin orio
  orion orland orlando orlane orlo ornella oronzo orpha orrin orsino orso orsola orsolina ortansa ortensia ortensio
  orval orville orvokki osanna osbaldo osborne oscar oskar oskari osman osmondo osmund osvald osvaldo oswald oswaldo
  ota otakar otakara otello otha othmane otho otilia otilie otis otmar oto otokar otomar ottaviano ottavio ottilia
  ottilie ottis otto ottone otylie oumar oumayra oumou oury ousmane oussama ova ovidio ovidiu ovidius owen oxana oya
  oyku ozan ozana ozanne ozcan ozden ozella ozer ozge ozgur ozhan ozkan ozlem ozlen oznur ozren pablo paciano pacifico
  paco pacome pacomio padma paige paivi pakize palatino palemon palladia palladio palma palmazio palmira palmiro
  paloma pam pamela pamfil pammachio panagachie panait pancario pancrazio panfilo panka pankrac pankracy panna pansy
  pantaleo pantaleon pantaleone paola paolo param paramartha paraschiva pardo parfait paride paris parker parla
  parmenio parsival parvati pascal pascale paskal paskala pasquale pat paterne paterniano pathe patience patrice
  patricia patricie patricija patricio patrick patrik patrizia patrizio patroclo patru patrycja patrycjusz patrycy
  patryk patsy patti pattie patty paul paul-antoine paul-arthur paula paule paulette paulica paulien pauliina paulin
  paulina pauline paulo pauside pava pave pavel pavica pavla pavlin pavlina pawel paxton payidar payton pearl pearlie
  pearline pecine pedro peer peggie peggy pekka pelagia pelagie peleo pelhrim pelin pelinsu pelle pellegrino pembe
  penda penelopa penelope penny pentti pepe pepijn pepin pepo per perceval percival percy peri pericle perihan
  perikles perla perle pernilla pero perran perrine perry perseo persida pertev perver pervin perzida petar pete petek
  peter petr petra petrana petre petri petrica petrisor petronela petronila petronilla petronille petronio petronius
  petru petruse petrut petruta petteri petula peyami peyton pharell phil phileas phileine philemon philibert philine
  philip philipp philippa philippe philippine phillip philomene philothee philou phoebe phoenix phyllis pia pie pien
  piera pierangelo pierce piergiorgio pierluigi piermarco piero pierre pierre-alain pierre-alexandre pierre-andre
  pierre-antoine pierre-louis pierrick piersilvio piet pieter pietro pilar pim pink pinkie pio piotr pip piper pippa
  pippo piraye pirjo pirkko pit pius placida placido platon platone pleun plinio plutarco pol pola polidoro polifemo
  polikarp polissena pollione polly polona polykarp polyxena pompeo pompilia pompiliu pomponio pontus ponziano ponzio
  poornima poppy porfirio porfiriusz porfiry porter porzia porziano postumio poul pramila pran pranay prasad prasanna
  prassede prathamesh pravdan pravdomil pravdomila pravomil pravomila pravoslav pravoslava prayag precious preity prem
  prema premysl presley preston priamo pribyslav pribyslava price primerose primo primoz prince princess prisca
  priscila priscilla priscille prisco priska privato priya priyala procopio profira prokles prokop prokopa prokul
  promise proserpina prosper prospera prospero protasio proteo providenci prudence prudenzia prudenzio prune publio
  puck puk pulcherie puneet pupolo purnima purushottam pushti pusicio quartilla quarto quasimodo queen queenie quentin
  quentine querano quieta quin quincy quinn quinten quintia quintiliano quintilio quintino quinton quinty quinziano
  quinzio quirin quirino quiteria quitterie rabia rachael rachel rachela rachele rachelle rachid rachida raci rada
  radan radana radegast radek radha radhost radim radimir radimira radislav radislava radivoj radka radko radmil
  radmila rado radolfo radomil radomila radomir radomira rados radoslav radoslava radovan radovana radslava radu
  raducu raduz radvan rae raegan raf rafael rafaela rafal rafet raff raffaele raffaella rafila rageshwari rageswari
  raheem rahel rahim rahime rahma rahmi rahsaan rahsan rahul raide raif raik raimondo raimund raina rainald rainaldo
  rainelda rainer rainhard rainold raisa raj rajan rajana rajendra rajinder rajiv rajko rajmund rajna rajnold rajsa
  rakesh raleigh ralf ralph raluca rama ramaa ramata ramatoulaye ramazan ramesh rameshwar rami ramiro ramiz ramon
  ramona ramy rana randal randall randi randolf randolph randy ranek rania raniero ranim ranjeet ranjit ranko ranolfo
  ransom ranya raoul raphael raphaelle rapulane raquel rares rashad rashawn rasheed rasim rasit rasmus rastislav
  rastislava rati ratibor ratmir rauf raul raven ravi rawane ray rayan rayane rayen raymond raymonde raymundo rayyan
  razvan rea reagan reanna reba rebeca rebecca rebeka rebekah rebekka recai recep reda redmond reece reed reese refah
  refet refik regan reggie regina reginald reginaldo regine regis regitze regolo regula reha rehor rehorka reid reilly
  rein reina reine reinhard reinhold reis rejan rejean rejeanne reka relu remi remig remigio remington remo remondo
  remus remy remzi renat renata renate renato renaud rene renee rengin rens renske renzo resat respicio ressie resul
  reta retha reto retta reuben reva revi rex rey reybaud reyes reyhan reymundo reyna reynold reza rezzan rhea rhett
  rhianna rhiannon rhoda rhonda ria riad rian riana rica ricardo ricario riccarda riccardo richard richarda richelmo
  richie richmond rick rickard rickey rickie ricky rico rieke rifat riff rigoberto riitta rija rike rikke riley rim
  rina rinaldo rino rio rita ritesh ritva riv river rivka riyad roan robaldo robb robbe robbie robert roberta
  robertina roberto robi robin robina robinson robyn rocco roch rochelle rocio rocky rod rodan roderick roderik
  roderyk rodger rodiano rodica rodney rodolfo rodolphe rodrick rodrigo rodrigue roel rogelio roger rogers rohan
  rohana rohit rok rokhaya rokia roko roksana roland rolande rolando rolf rolfo rollin roma romain romaine roman
  romana romane romanita romano romee romeo romero romeu romilda romina romoaldo romola romolo romuald romualdo romul
  romulus romy ron rona ronald ronaldo ronan ronja ronnie ronny roos roosevelt rory rosa rosa-maria rosalee rosalia
  rosalie rosalind rosalinda rosalyn rosamond rosamunda rosana rosanna rosario roscoe rose roselin roseline rosella
  roselyn rosemarie rosemary rosendo roser rosetta rosie rosina rosita roslyn rosmunda ross rossana rossella rossie
  rostislav rostislava rovena rover rowan rowena rowland roxana roxane roxanne roxelana roxy roy royal royce roza
  rozalia rozalie rozalija rozalinda rozamunda rozana rozella rozina rozita rozvita ruben rubiano rubie ruby rubye
  ruchan rudolf rudolfa rudolfina rudolph rudra rudy ruedi rufina rufino rufo rufus ruggero ruhsar rui rukhmani rukmin
  rukneddin runa rune rupert ruperto rupinder ruprecht ruslan russ russel russell rustu rusty rut ruta ruth ruthe
  ruthie rutilo ruxanda ruxandra ruya ruza ruzena ruzica ryad ryan ryann ryder rylan rylee ryleigh ryley rym ryszard
  saad saar saba saban sabato sabazio sabele sabin sabina sabine sabino sabir sabri sabrina sabrine sabryna sacha
  sachin sacid sada sadan sadberk sadettin sadi sadie sadio sadri sadullah sadye saer safa safae saffet saffiro saffo
  safi safia safiatou safietou safira safiya safouan safouane safta sagar sage sahap sahin sahinalp sahra sahsuvar
  said saige saim sakari sakina sakir sakura saladino salamoun salif salih salim salimata salimatou saliou sallie
  sally salma salome salomea salomena salomey salomon salomone salomoun salustio salvador salvatore salvo salwator
  saly sam samanta samantha samara samba samed sameer sami samia samih samil samim samir samira sammie sammy samo
  samona samson samu samuel samuela samuele samy sana sanaa sancho sanda sander sandor sandra sandrine sandro sandu
  sandy sanem sanford sanja sanjay sanjin sanka sanna sanne sansone santa sante santiago santina santino santo santos
  sanya sanziana saphira sapiente sara sarada sarah sarai sarala sarani saraswati sarbello sare sari sarina sarisha
  sarka sarla sarlota saroja sarra sarvin sasa sascha sasha saskia saskie saso satine satish satu saturniano saturnin
  saturnino satyen saul sauveur sava savanah savanna savannah savas savel saverio saveta savi savin savina savinien
  savino savion saxona sayan scarlett scholastika scholastique schuyler scolastica scot scott scottie scotty seamus
  sean seb sebas sebastiaan sebastian sebastiana sebastiano sebastiao sebastien sebastjan sebestian sebnem secaeddin
  secil seckin seckou seconda secondiano secondina secondo seda sedat sedef seden sedrick sedrik sef sefer seff sefik
  sefora segolene seher sehlevent sehrazat sekou selahattin selale selami selcuk selda selen selena selene selim selin
  selina selma selmer selvaggia selvi selyan sem sema semenica semih semiramide semplicio sempronio semra semsi sena
  senay sener senesio sengul senn senna senne sennur senofonte senol senta sep sephora sepp seppe seppo serafettin
  serafin serafina serafino seraina serap seraphin serapione serban serbulent seref seren serena serenity serenus
  serge sergei sergej sergen sergi sergio sergiu sergiusz serhat serif serin serine sermet sermin serpil sertac sertap
  servac server servidio serviliano sesto seth settar settimio settimo sev seval sevda sever severa severiano severin
  severina severine severino severo sevgi sevil sevim sevinc sevket sevki sevtap sevval seweryn seyban seyda seydou
  seyfettin seyfi seyfullah seyma seynabou seyyit shad shai shaily shaima shaina shakira shakti shakuntala shana shane
  shanel shanelle shani shania shanice shanie shaniya shankar shanna shannon shanny shanon shantanu shanti shany
  sharda shari sharmila sharon shashi shashikala shaun shawn shawna shay shayan shaylee shayma shayna shayne shea
  sheela sheila sheldon shelia shelley shelly shemar sher sheri sheridan sherine sherman sherri sherry sherwood sheryl
  shirel shirine shirley shiv shivakari shobhana shresth shresthi shreya shreyashi shridevi shrishti shubha
  shubhaprada shwet shyann shyanne shyrel siana siara sibel sibilla sibyl sibyla sibylle sico sicuro sid siddarth
  siddhi siddhran sidney sidoine sidon sidonia sidonie sidonio sidra sidy siebe siem sien siena sienna siep sierra
  sigebert sigfrid sigfrido sigismond sigismondo sigmund signe sigrid sigurd sihab sihabeddin sihem siir sil silas
  silja silje silke siloe silvan silvana silvano silvere silverio silvestr silvestro silvia silvian silviana silvie
  silvija silvio silviu silvius sim simao simea simen simeon simeona simeone simge simi simina simion simon simona
  simone simonetta sina sinan sinasi sincere sindre sinem sinesio sinfronio sinica sinikka sinja sinkler sir sira sire
  sireno siria siriano siricio sirine sirineu sirio siro sister sisto sitara siv sixt sixte sixtine sixtus sjoerd
  sjors skander skarlet skarleta sky skye skyla skylar slavek slaven slavena slaviboj slavibor slavica slavka slavko
  slavoboj slavoj slavomil slavomila slavomir slavomira sloka smaranda smeralda smil smilla smita smriti snjezana soan
  soave sobeslav sobeslava soccorso socrate soda sofia sofiane sofie sofija sofronia sofronie sohan sohane sokhna
  sokrat solal solange soledad solene solenn soline solocone solon solveig solveiga som soma somnath somu sona sondre
  songul sonia sonja sonke sonny sonya soof sophia sophie soraia sorana soraya soren sorin sorina sostene sosteneo
  sostrato soter sotira souleyman souleymane soumaya spano spartaco spela spencer speranta speranza speranzio
  spirydion spytihnev srecko stacey stacy stan stana stanca stancu stanford stanimir stanislao stanislas stanislav
  stanislava stanislaw stanko stanley stanton stasa stasta staza steen steeve stef stefan stefana stefania stefanie
  stefano steffen stela stelian steliana stella steluta sten stepan stepana stepanka stephan stephane stephania
  stephanie stephany stephen stephon sterling sterre steve steven stevie stewart stig stijn stiliano stina stine
  stipan stipe stiriaco stjepan stojan stojmir stone storm stribor stuart suat subhash subhashini subhasini subhi
  subodh sucheta sude sudeva sudi sue suelen suheyl sujata sukanya sukru sule suleyman suma suman sumitra summer sunay
  sune sunita sunniva sunny surano suresh sururi surya suryakant suryakanta suryakantam susan susana susanna susanne
  susheel sushil sushma susie suus suzan suzana suzanne suze suzie suzon svatava svatoboj svatobor svatomir svatopluk
  svatoslav svatoslava svea svebor sven svend svenja sverre svetla svetlana svetluse svetozar sveva sviturno swami
  swan swann swapnil swara swarnalata swassane sweta sybilla sybille syble sydnee sydney sydni sydnie sylva sylvain
  sylvan sylvester sylvestre sylvia sylviane sylvie sylwester sylwia synne syrine szabolcs szczepan szofi szofia
  szonja szymon tabea tabita tabitha taceddin tacjana tad taddeo tadeas tadej tadeo taha tahir tahlia tahsin taib
  taide taina tais tal talat talay talea talha tali talia talip talita talon talya tamara tamas tamer tami tamia
  tamina tamino tammaro tammo tammy tana tancrede tancredi taner tanguy tania tanirika tanja tanju tankred tanner
  tanushree tanushri tanya tanyeli tao tapan tapani tapio tara taras tarcisio tarik tarja tarkan tarquinia tarsilla
  tarso tarun taryn tasa tasha tasnim tasnime tatana tate tatiana tatjana tatum tatyana taurean taurin tavares taya
  tayfun tayler taylor tayyar taziana taziano tazio tea teagan tecla ted teddy teea teije tej teja tejas tekin
  tekinalp tekla telchide telemaco telica tellervo telly temel temistocle teo teobald teobaldo teodata teodolinda
  teodor teodora teodorik teodoro teodosia teodosio teodoto teodoz teodozie teofan teofil teofila teogene teohari
  teoman teona terenc terence terencius terencjusz terenzio teresa tereza terezie terezija teri terrance terrell
  terrence terri terrill terry tertuliano terzo tesauro tesifonte tesnim tesnime tess tessa tessie teudosia teun
  teunis tevfik tevhid tevin tezcan tezel tezer thad thaddeus thais thalea thalia thanina thea thelma theo theobald
  theodor theodora theodore theodorik theodose theodosie theofan theofil theofila theophane theophile theophraste
  theotime theresa therese theresia theron thiago thibaud thibault thibaut thibert thibo thierno thierry thies thije
  thijmen thijn thijs thilo thirza thom thomas thora thorben thore thorge thurman tia tiago tian tiana tianna tiara
  tibaldo tibbe tiber tiberia tiberio tiberiu tiberius tibo tibor tiburcius tiburzio tichomil tichomir tichon ticone
  tidiane tieme tierra ties tiffany tiguida tihomir tiina tija tijana tijmen tijn tijs til tilda tilen tilio till
  tilla tillman tillmann tim timea timeo timm timmothy timmy timo timoleon timon timotei timotej timoteo timoteus
  timothe timothee timothy timur tina tinca tincuta tine tino tiphaine tiril tirone tirza titien tito titouan titus
  tizian tiziana tiziano tizio tjark tjasa tobia tobias tobiasz tobin toby tod todd todor tolga tolomeo tolunay tom
  toma tomas tomasa tomaska tomasz tomaz tome tomislav tomislava tomke tommaso tommie tommy tomo tonci toncica tone
  toney toni tonija tonka tonko tonnin tony tonya toon tor torben torbjorn tore torey torkvat torquato torrance torrey
  torsten tosca toscane tosco toska toussaint toy trace tracey traci tracy traian trajan tranquillo trasea travis
  travon tre tremaine tremayne trent trenton tressa tressie treva trever trevion trevor trey tricia trilochan
  trilochana trilok trilokanath trilokesh triloki trine trinity trisha tristan tristano tristian tristin triston
  troels troy trpimir trpko trudie trycia trystan tsipora tuana tudor tudora tudorita tudosia tufan tugay tugba tugrul
  tugtekin tuhfe tulay tulin tullia tulliano tullio tumer tunahan tunay tunc tuncer tuomas turan turgay turgut turi
  turibio turkan turkay turker turkes turna turner turold tushar tussio tutku tuula tuulikki tuur tuva tvrtko twan
  twila tybalt tycho tygo tyler tymeo tymon tymoteusz tyra tyree tyreek tyrel tyrell tyrese tyrique tyron tyrone
  tyshawn tyson ubaldo ubertino uberto udai udit udo ueli uffe ufuk ugo ugolina ugolino uguccione ugur uhra ujjawal
  ujjwal ukbe ulberto ulderico ulf ulfa ulfet ulfo ulgen ulices ulises ulisse uliva ulker ulku ulla ulpiano ulrich
  ulrico ulrik ulrika ulstano ultimo ulus ulvi ulviye ulysse uma umang umberto umile umit ummiye umran umur umuralp
  umut una unal unique unna unsel unseli upendra upton uranio urbain urban urbano urdino uriah uriel uriele urmila
  uros urs ursicio ursino urska ursmaro ursula ursule usame usha utku uttam uve uygu uzeyir vaclav vaclava vada vadim
  vagn vaha vahdet vahid vahide vaidehi vaijayanthi vaijayanti vaishnavi vaishno vaishvi vala valburga valdemar
  valdemara valente valentijn valentim valentin valentina valentine valentino valentyn valentyna valera valere valeria
  valerian valeriana valeriano valerico valerie valerija valerio valeriu valery valfredo valfrido vali valid vallie
  valtena valter valtr valtteri van vance vanda vanesa vanessa vania vanja vanna varalakshmi varo varvara vasanti
  vasco vasil vasile vasilica vasja vasudev vasudeva vasudha vasundhara vatroslav vaughn vavrinec vecdi veda vedang
  vedanga vedanshi vedasto vedat vedran vedrana veduna veerle vefa vefik vehbi veikko veit vela velana velda veleslav
  veleslava veli velimir velimira velina velio velislav velislava vella velma velva vena venance venanzio vencel
  venceslao venceslas venceslav venceslava vendel vendelin vendelina vendula vendulka venek venera veneranda venerando
  venere venerio veniamin venka ventura venuse venusta venustiano venusto vera verano verda verdiana verdie vere
  verecondo verena verenzio vergie veriana verica veridiana verla verlie vern verna verner vernice vernie vernon
  verona veronica veronika veronique veroslav veroslava verulo vesile veslava vesna vespasiano vesper vesta veta
  veysel veysi vezio vianney vibeke vic vicdan vicenta vicente vicentia vicentiu vicki vickie vicky victoire victor
  victoria victorien victorin vid vida vidal vidhur vidhya vidiano vidone vidor vidur vidya vienna vieve viggo vigile
  vigo vijay vijeko vik viktor viktoria viktorie viktorija viktorin vildan vilde vilem vilema vilemina vilfredo
  vilhelm viliana vilibald viliberto viljem ville villy vilma vilmar vilmos vimal vimala vin vinay vince vincenc
  vincencie vincent vincentiu vincenza vincenzo vinciane vindonio vinebaldo vinfrido vinicio vinka vinnie vinz viola
  violante violet violeta violette viorel viorela viorica virag virgie virgil virgile virgilio virgin virginia
  virginie virginio virone visarion viscardo vishnu vishwamitra vissia vit vita vital vitale vitalico vitezslav
  vitezslava vito vitold vitor vitoria vitoslav vittore vittoria vittoriano vittorio vitus viva vivaldo vive vivian
  viviana viviane vivianne viviano vivien vivienne vjekoslav vjenceslav vlad vladan vladana vladek vladena vladimir
  vladimira vladimiro vladislav vladislava vladivoj vlado vlaicu vlasta vlastimil vlastimila vlastimir vlastimira
  vlastislav vlastislava vlatko vlk vodingo voichita voicu vojen vojmil vojmir vojmira vojslav vojslava vojtech
  vojteska vok volfango volfgang volkan vorsila vratislav vratislava vreni vrinda vrund vseboj vsebor vserad vseslav
  vsevolod vuk vulmaro vulpiano vuslat vyas waclaw wade wael waino waldo walenty walentyn walentyna waleran waleria
  walerian walery walgierz walid walker wallace walter walton waly wanda wandrille wanesa wannes ward warley warre
  warren washington wassim watson wava wawrzyniec waylon wayne webster wei weldon wellington wende wendell wendy
  werner weronika wes wesley wessel westley weston whitney wiara wibke wiebke wiem wies wiktor wiktoria wilber wilbert
  wilbur wilburn wiley wilford wilfred wilfredo wilfrid wilfried wilfryd wilhelm wilhelmina wilhelmine will willa
  willard willem willi william willie willis willow willy wilma wilmer wilson wilton wincenty winfield winifred
  winnifred winona winston wirginia wissam wissem witalis wladyslaw wlodzimierz wolf wolfgang woodrow wout wouter
  wyatt wyman xander xaver xaverie xaverius xavi xavier xaviere xem xenia xenie xenophon ximena xochitl xzavier yaa
  yacine yacouba yadira yael yaelle yagmur yago yahya yaman yamileth yamina yana yango yani yanis yann yanni yannic
  yannick yannik yannis yaprak yara yarah yaren yaretzi yaro yaron yasar yasemin yasin yasmeen yasmin yasmina yasmine
  yasser yassin yassine yassir yavuz yaw yaya yazid yazmin yekta yelda yeliz yener yenthe yesenia yesim yessenia
  yetkin yfke yigit yinthe ylan ylvi ylvie yoan yoann yoav yoel yogendra yogesh yoginder yohan yohann yolanda yolande
  yona yonca yoni yoro yoshiko yosra yossef yosun youcef youmna youna younes youness youp youri yousef yousra youssef
  youssou youssouf youssouph youssoupha ysaline yse ysee yseult yuce yucel yuki yuksel yumi yumni yuna yunus yuri
  yusuf yvan yven yves yvette yvonne zabedeo zabina zaboj zac zaccaria zaccheo zachar zacharia zachariah zacharias
  zachariasz zacharie zachary zache zachery zack zackary zackery zadig zafer zafir zaharia zahide zahit zahra zaida
  zain zaira zakaria zakariya zakary zakarya zakelina zala zalan zama zamfir zamfira zamir zan zana zander zane zaneta
  zanita zanobi zara zaraza zaria zarina zarko zavis zayd zayn zayneb zbislav zbyhnev zbyhneva zbynek zbynka zbysek
  zbyska zbyslav zbyslava zdan zdana zdena zdenek zdenka zdenko zderad zdeslav zdeslava zdik zdirad zdislav zdislava
  zdravko zechariah zef zefiro zehra zeinab zejnep zekai zekeriyya zekiye zelda zelibor zelie zeliha zelimir zelimira
  zelinda zelislav zelislava zeljko zella zelma zelmir zelmira zena zenaide zenebio zeno zenobia zenobie zenobio zenon
  zenone zenovia zente zephirin zephyr zerrin zeteny zetico zetta zev zeyd zeynab zeyneb zeynel zeynep ziad ziga zihni
  zikmund zina zinaida zineb zinedine zion zita zitomir zitomira zitoslav zitoslava ziva zivan zivana ziver ziya ziyad
  ziyanda zlata zlatan zlatica zlatka zlatko zlatomir zlatomira zlatuse zoe zoeva zoey zofia zofie zofija zohra zoie
  zoila zoilo zoja zola zoltan zora zoran zorka zoroslav zoroslava zosim zosima zosimo zrinislav zrinko zselyke zsofia
  zsolt zsombor zubeyde zubeyr zuhal zula zulal zuleyha zulfikar zumrut zuzana zuzanna zvonimir zvonimira zyad zygmunt
  `
    .split(/\s+/)
    .filter(Boolean),
)

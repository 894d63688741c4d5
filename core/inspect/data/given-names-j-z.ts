/** A part of given-names.ts: j to z. */
export const GIVEN_NAMES_J_Z = `
  jaakko jabari jace jacek jacey jachym jacinthe jacinto jack jackeline jackie jacklyn jackson jacky jaclyn jacob
  jacoba jacobo jacobus jacqueline jacquelyn jacques jacynthe jad jada jade jaden jadon jadran jadrana jadranka
  jadranko jadro jadwiga jadyn jaeden jael jaelynn jaga jagadish jagadisha jagathi jagdeep jagdish jagica jagmeet
  jahnu jai jaida jaiden jailey jailyn jaime jaimini jaimy jairo jaivey jakayla jake jakob jakov jakub jakuba jakubina
  jakubka jale jaleel jalen jalil jalon jalou jalyn jamaal jamal jamar jamarcus jamel james jameson jamey jamie jamil
  jamila jamir jamiro jamison jammie jan jana janae janaina jane janek janelle janessa janet janeta janez jani janica
  janice janick janie janin janina janine janis janiya janja janka janko janna jannah janne jannek jannes janni jannie
  jannik jannis jano janos janosch janusz jany japhet jaquan jaquelin jaqueline jara jared jaren jari jarmil jarmila
  jarne jarno jaro jarod jarolim jarolima jaromil jaromir jaromira jaron jaroslav jaroslava jarred jarrell jarret
  jarrett jarrod jarvis jasen jasenko jasin jasmijn jasmin jasmina jasmine jasna jasnena jason jasper jassem jassim
  jaunita javas javi javier javon javonte jawad jawed jax jaxon jaxx jay jaya jayce jaycee jayda jayde jayden jaydon
  jaylan jaylano jaylen jaylin jaylinn jaylon jayme jayne jayson jayvano jazlyn jazmin jazmyn jazmyne jazz jazzlyn
  jazzlynn jean jean-baptiste jean-claude jean-daniel jean-francois jean-jacques jean-louis jean-luc jean-marc
  jean-marie jean-paul jean-pierre jeana jeanette jeanie jeanne jeannel jeannette jeannie jeannot jed jedediah
  jedidiah jef jeff jefferey jeffery jeffrey jeffry jefta jehanne jela jelena jelica jella jelle jelmer jelte jena
  jenel jenifer jenna jennah jennie jennifer jennings jenny jennyfer jenovefa jens jensen jente jeppe jerad jerald
  jeramie jeramy jerel jeremi jeremiah jeremias jeremiasz jeremie jeremy jermain jermaine jermey jernej jerod jerome
  jeromy jeronimo jeronym jerrell jerrod jerrold jerry jerzy jesa jesika jesper jess jesse jessica jessie jessika
  jesslyn jesslynn jessy jessyca jesus jet jett jette jettie jevon jewel jewell jibril jidde jihane jil jilji jill
  jillian jim jimena jimi jimmie jimmy jimram jinane jindra jindrich jindriska jinte jinthe jip jiri jirina jitender
  jitendra jitka jo joachim joah joakim joan joana joanie joann joanna joanne joannie joanny joany joao joaquim
  joaquin joas job jocelyn jocelyne jodi jodie jody joe joel joelina joeline joelle joep joes joesph joey johan johana
  johann johanna johanne johannes johathan john johnathan johnathon johnnie johnny johnpaul johnson jolana jolanda
  jolanta joleen jolie jolien jolijn jolin jolina joline jon jona jonah jonas jonatan jonathan jonathon jonna jonte
  joojo joost jop jordan jordana jordane jordi jordon jordy jordyn jorg jorga jorge jorgen jorin joris jorn jorrit
  jort joscha joschua jose josef josefa josefien josefin josefina josefine josep joseph josephin josephine josette
  josh joshua joshuah josiah josiane josianne josie josip josipa josko joso josse josselin jost josua josue josy joud
  jourdain jovan jovana jovani jovanny jovany jovin joy joya joyce joza joze jozef jozefa jozefina jozica jozsef jozue
  juan juana juanita juda judah judd jude judge judicael judita judith judson judy judyta juha juhani juho jukka jula
  julan jule jules julia julian juliana juliane julianne julide julie julien julienne juliet julieta juliette julija
  julika julina julio julita julius juliusz juna junayd june junior junius juno junon jur jure jurg juri jurre jusra
  juste justen justice justin justina justine juston justus justyn justyna jusuf juta juul juvenal juwan jyoti jyotis
  jyotsana kaan kaarina kaat kabil kacey kaci kacie kacper kade kadem kaden kader kadiatou kadidia kadidiatou kadin
  kadir kadrican kadriye kady kaela kaelyn kagan kahina kai kaia kailash kailee kailey kailyn kaina kais kaitlin
  kaitlyn kaj kaja kajetan kale kalea kaleb kaleigh kalender kalervo kalevi kaley kali kalidou kalinda kalistrat kalle
  kallie kalpana kalyani kama kamala kamalesh kamber kamel kamelya kameron kamil kamila kamile kamilla kamille kamla
  kamlesh kamran kamren kamron kamryn kamuran kanak kanaka kanchan kane kanishka kannan kannen kanti kapgar kara
  karaca karahan karak karam karamba karamoko karan kareem karel karelle karen kari kariane karianne karim karin
  karina karine karl karl-emil karl-johan karla karlee karley karli karlie karlijn karlo karlotta karmela karmen karol
  karolann karoliina karolina karoline karson karthik kartik karunanidhi kasandra kasey kashyap kashyapi kasian kaspar
  kasper kassandra kassim kastor kata katariina katarina katarzyna kate katelin katell katelyn katelynn katerina
  katharina katherine katheryn kathleen kathlyn kathrin kathrine kathryn kathryne kathy katia katica katie katija
  katina katja katlyn katlynn kato katrin katrina katrine kattie katun katy kavon kawtar kay kaya kayaalp kayca kaycee
  kayden kayla kaylah kaylee kayleigh kayley kayli kayliah kaylie kaylin kayna kaynak kayra kays kazanc kazi kazimierz
  kazimir kazimira kazkatun keagan keano keanu keara keaton keba keegan keeley keely keenan keerti kees keet keira
  keith kekik keklik keles kellen kelley kelli kellie kelly kelsi kelsie kelton kelvin kelya kelyan kemal kemalettin
  ken kenan kendall kende kendra kendrick kenji kenna kennedi kennedy kenneth kennith kenny keno kensi kent kenton
  kenya kenyatta kenyon kenza kenzi kenzo kenzy keon kepez keramet kerami kerem keremsah keren kerim kerry kerstin
  keshaun keshawn kesme kessaf ketsia keven kevin kevon kevser keyan keyken keyla keyon keyshawn kezlik khadidiatou
  khadidja khadija khadim khady khaled khalid khalifa khalil khoudia kian kiana kianna kiano kiara kiarra kick kiel
  kiera kieran kika kiki kiley kilian killian kilyan kim kimberley kimberly kimi kimo kin kincso kine king kinga kip
  kira kiran kiraz kirk kirsten kirstin kirti kitty kiyan kjeld kjell klaas klara klarencjusz klaudia klaudian klaudie
  klaudius klaudiusz klaus klea kleber klemen klemens klement klementina klementyna kleopatra kliment klotylda knut
  kobe koby kody koen kofi kojo koksal kolby kole koleta koloman kolombin kolombina kolos kolumban kolumbin kolumbina
  konrad konstance konstancie konstancja konstantin konstanty konstantyn konsuela konzuela kopano kora koralia koray
  korbin korbinian kordula korey korina korinna korkut kornel korneli kornelia kornelie kornelius korneliusz kory
  kosma kosmas kraig krasava krasomil krasomila krasoslav kresimir kresomysl krijn kris krishna krishnadas krishnadasa
  krista kristan kristen kristi kristian kristie kristiina kristijan kristin kristina kristine kristjan kristof
  kristofer kristoffer kristopher kristy kristyna krisztian krisztofer kruno krunoslav kryspin krystal krystel
  krystian krystina krystof krystyna krzysztof ksawera ksawery ksenia ksenofont kubat kubilay kuddusi kujoe kumar
  kumari kumru kumuda kunhuta kursad kurt kurtis kutbettin kuzey kveta kveton kvetos kvetoslav kvetoslava kvetuse
  kvido kwabena kwadwo kwaku kwame kwamena kwasi kweku kwesi kwintyn kyan kyano kyara kyla kyle kylee kyleigh kyler
  kylian kyliann kylie kyllian kyllikki kyra laal lacey lachlan lacramioara lacy lada ladarius ladina ladislao
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

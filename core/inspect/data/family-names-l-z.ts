/** A part of family-names.ts: l to z. */
export const FAMILY_NAMES_L_Z = `
  laack laakso laaksonen labadie labate laboy labus lacerda lach lacina lacinova lack lacko lackova lacroix ladewig
  laezza laforza lagana lahtinen lai laine laitinen laitkam lakatos lakatosova lakin lakomy lam lamacchia lambelet
  lambert lamberti lammert lamos lamy lana landa landi landmann landova lang lange langer langfeld langhirt langlois
  langosh langova langr langrova langworth lanig lanteri lanz lanza lapcevic lapinski laporte lara lari larkin larsen
  larson larsson laskowski lasota laszlo latal latalova latini latorre lattanzi lauckner lauinger laureano lauren
  laurent lauri lauridsen laursen lausecker laux lavecchia lavicka lavickova laws lax lazar lazzari lazzarini lazzaro
  le leal leale leannon lebeda lebedova leberer leblanc lebron lebrun lebsack lecca lech leclerc leclercq lecomte
  ledda ledesma ledner lee lefebvre lefevre leffler leger leggio legrand legros lehmann lehner lehtinen lehto lehtonen
  leibold leide leimbach leinonen leipold leist leite leiter leiteritz leitheim leiva leiwesmeier lejeune lelli
  lemaire lemaitre lemke lemmens lemoine lemus lenart lenfers lengyel lenhard lenk lentini lenz lenzen lenzi leo leon
  leonardi leoncini leone leonetti leoni leopardi lepore leppanen lepthin lerma leroux leroy lesch leschnik lesiak
  lesina lesjak lesniak lesniewski leszczynski letsoalo letzelter leu leuba leuenberger leuschke leutarevic
  leutenegger leva levanic leveque levy lewandowski lewicki lewin lewis lewke leyckes leye leyva lezzi lg li libal
  libalova liberati librizzi licata liccardo licciardello lichtenfeld lichtenhagen lichtl licitra lie liebach liebe
  liebich liebold lieder lienshoft ligorio liguori lima limon limoncuoglu linares lind lindberg linden lindenberg
  lindenmayer lindgren lindholm lindner lindqvist lindstrom linhart linhartova linke linnenbaum linsey liotta lipan
  lipar lipari lipinski lipka lippe lippi lippolis lipske lipski lipus lira lis lischka lisi lisiecki liska liskova
  lisowski littel litterio little liu liuzzi livaja livazovic liverani ljevnaic ljiljan llamas lo lobinger loboda
  locatelli locci lockman loddo lodi loera loffredo lofgren logar logozar logsch lohmann lohre lohse loi loiacono
  lokar loken lolli lombardi lombardini lombardo lomeli lonardi long longhi longo longobardi longoria loogen lopes
  lopez lorenc lorencova lorentzen lorenz lorenzini loreti loreto lori lorusso losch loser losickrizmanic loska lotito
  lott lotti louda loudova louis loum loup loureiro lourenco lourinho lovato lowa lowe loy loya lozada lozano lubbers
  lubina lubke lubowitz luca lucarelli lucarini lucas lucchese lucchesi lucero luchetti luchini lucia luciani luciano
  lucidi lucio luconi luczak ludban ludolf ludvik ludvikova lueilwitz luettgen luevano lufft lugli lugo luise lukac
  lukacevic lukacin lukacova lukacs lukas lukasek lukasiewicz lukasik lukaskova lukasova lukaszewski lukenda lukes
  lukesova lukic lukickovanovic lukoschek luna lund lundberg lunde lundgren lundin lundqvist lundstrom lungu luongo
  lupi lupica lupo luppi luppino lupu luscher lustenberger luthi lutje lutz luzaic luzar luzi luzzi ly lynch maak maas
  mabaso mabunda macak macakova macaluso macanic macchi macchia macdonald macedo macejkovic macek macele macgyver mach
  macha machac machacek machackova machacova machado machala machalek machalkova machalova machova machtig maciag
  macias maciejewski mackiewicz macko mackova mackowiak macovei macri macura macurova maczey madej mader madera
  madetzky madic madonna madrid madrigal madsen madubuko madunicflauder madzic maes maestas maffei maftei magalhaes
  magana magdalenic magdic maggi maggiani maggio maggiore magi maglajic magliocco magnani magno magnussen magnusson
  magyar mahabeer mahajan mahlangu mahmudi mai maia maiello maier maillard mainardi maio maione mair maisch maj majaca
  majcen majcher majchrzak majer majerova majewski majka majnik major majstrenko makela makhanya makinen makowski
  maksimovic mala malagoli malaspina malatesta malavasi malave malbasik maldonado malec malecek malecic malecki
  maleckova malek malerba malesevic malicki malik malikova malina malinova malinowski maliszewski malizia malkova
  malkus mallet mallmann malobabic malojcic maltasic maltese malucha maluleke malvic maly mamula man manak manakova
  manca mancinelli mancini mancino mancuso mane manea manetti manfred manfredi manga mangane mangano mangione manica
  manicone maniscalco mann manna manninen mannino manno manns manolache manole mansell mansour mansson mante manti
  mantovani manz manzanares manzella manzi manzo mar maracic maragno marahrens marak marakovic maran marangi marangon
  marangoni marani marano marar marasovic marcec marcelli marcello marcet marchal marchand marchesan marchese marchesi
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

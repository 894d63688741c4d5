/** A part of common-words.ts: k to z. */
export const COMMON_WORDS_K_Z = `
  kaiju kanji kappa kappab kb kebab keep keeping keeps kept kernels key keyboard keys keyword keywords kg ki kicked
  kids killer kilo kilograms kilometers kilos kind king kit kitchen kitten kittens kl km knee knees knight knit know
  knowledge knowledgeable known knows ko kognitiv kullan kwargs la label labeled labels labor labyrinthos lack
  lackluster lacks lait lake lambda lamp lamps land landing landmarks landscape langage language languages langue laps
  laptop laquelle large largement larger largest lashes last late latency later latest latin laugh launch laundry law
  lawn lawyer lay layer layered layers layout lazy le lead leadership leading leads leak leakage leaning learn
  learning least leather leave leaves leavetype leaving lecture led left leg legacy legal legende legerement leggings
  lego legs legumes lemon lemonade lemons len length lengths lens lentille lequel les less lesson lessons let letter
  lettering letters lettre leukocyte leukocytes leur leurs level levels lever leverage liberte libphonenumber
  libraries library libre libres license licenses licensing lien lies lieu life lifelike lifestyle lifted light
  lighting lightly lights lightweight ligne like likely likeness likes limbs limit limitations limited limites
  limiting limits line linea lineaire linear lines linework link linked linking links lint lip lips liquid liquide
  liquides liquor lire list liste listed listening listing listings lists lit literal literally literature liters
  little live lively liver lives living livres ll load loaded loading loaf loan loaves local locale locales located
  location locations lock locked log logging logic logical logiciel logiciels login logo logos logs lois lollipops
  lonely long longer longest longevity longue longueur look looking looks lookup loose loosely lorem lors lorsqu
  lorsque los lose loses loss lost lot lounge love loves low lower lowercase lst lt luciferase luhncheck lui lumiere
  luminous lunatic lunch lush luxurious luxury lv lying lymphocyte lymphocytes lymphoid lyrics ma machine macro
  macroblocking made magasin magazine magenta magic magical magie magique mail main maintain maintainability
  maintainable maintaining maintenance maintenant maintenir mais maison major majorite make makes makeup making mal
  maladies male malgre malicious man manage manageable managed management manager managers managing mandatory
  manicured maniere manifest manipulation manner manual manufacturer manufacturing many map mapping mappings marble
  marbles marche marees margin marigolds mark markdown markers market marketing markets markings marks masse massive
  master masterpiece mastery match matches matching material materialized materially materials math mathematical
  mathematics mathematiques matiere matrix matte matters mature max maxdays maximize maximum maxx may maybe mcr md me
  meadow meal meals mean meaning meaningful meanings means measure measures meat mecanique mechanic mechanical
  mechanics mechanism mechanisms medal medecin media median mediated medical medicales medieval meditation medium meet
  meeting meets meilleur meilleure meilleures meilleurs melancholic melancholy melange melodies melting member members
  membres meme memes memoire memorable memories memory men mental mentalite mention mentioned mentor menu mer mere
  merge mes mesh message messagerie messages messy mesure meta metabolic metadata metal metallic meteo meter method
  methode methodes methodological methodologies methodology methods meticulously metric metrics mettre mg micro
  microphones microsoft mid middle midground mieux might mignons migration mild mile miles milestone milestones milk
  milliards milliliters million millions mimic mimics min mind minds mindset mine mini miniature minimal minimalism
  minimalist minimalistic minimize minimum minor minsubarraysum mint minus minute minutes mirror mirrors mise miss
  missed missing mission mist mistakes mitigate mitigation mitochondrial mitogen mix mixed ml mm mobile mobiles
  mobility mock mode model modele modeles modeling models moderate modern moderne modes modification modifications
  modified modifier modify modifying modp modular module modules moglichst moi moins mois molecule molecules mom
  moment moments mon monde money monitor monitoring monkey monochromatic mononuclear monster montagne montagnes month
  monthly months montre montrer mood moody moon morale moralement morales more morning morphing mort most mostly mot
  moteur mother motif motifs motion motivated motivation motivational motorsport mots mountain mouth mouvement move
  movement moves movie movies moving moyen moyenne moyens mph mrna ms much muddy muffin muffins multi multiplayer
  multiple multiplication multiplier multipliers multiply multisim multisimulation multitude mural murine musees
  museum mushroom music musique must mutations muted my myeloid mysterious mystical na nails naine name named names
  naming narrative narrow nassistant national native natural naturally nature naturel naturelle navigate navigating
  navigation navy ncontext ne near nearest necessaire necessaires necessary necessite neck necklace neckline need
  needed needing needs neg negative negatives neighborhood neo neon nested net network networking networks neutral
  neutrality neutre never new news newspaper newspapers next ni niche nickels night nightclub nightlife nin niveau nl
  nm nn no node nodes noir noire noise nom nombre nombres nombreuses nombreux noms non nor normal normale normalize
  normally norms nos nose nostalgic not notable notamment notation note notebook notebooks noter notes nothing notice
  noticed notion notre nourriture nous nouveau nouveaux nouvel nouvelles novel novelty now npm ns nth nuages nucleaire
  nuclear nudity nuit null num number numbered numbers numerator numerique numero numeros nums nuser nutrition
  nutritional oatmeal oats object objectif objectifs objection objective objectives objects objet objets obscured
  obscuring observational observations observe observed obsolete obstacles obtenir obvious occasion occupied occurred
  occurrence occurrences occurring ocean octamer odd odds oeuf oeufs oeuvre of off offer offering offerings offers
  office official offline offre offrent offrir offs often oil ok okay old older olive olmak ombre omelet omit on once
  one ones ongoing onions online only onnx onnxruntime ont onto open opening operand operates operateur operateurs
  operating operation operations operator operators opinion opinions opponent opportunites opportunities optics
  optimal optimization optimizations optimize optimized optimizing option optional optionally options or orange
  oranges orbite orchard ord order ordered ordering orders ordinateur ordinateurs org organic organisation
  organization organizational organize organized organizing orientation oriented orientee origami origin original
  originality originally ort orthographic ortie os other others otherwise ou oui ounce ounces our out outcome outcomes
  outdated outdoor outdoors outerwear outfit outlets outline outlines outlook output outputs outre outside
  outstretched outward ouvert oval oven over overall overcast overcoat overcome overcoming overflow overhead overlay
  overlays overly overrides oversaturated oversee oversized overview overwhelming own owns oxygene oz pace paced pack
  package packages packaging packets packing packs padding page pages paid pain paint painted painting paintings pair
  paired pairs palace pale palette palindrome palindromic pan panel panela panels pants paper papers papier par para
  paragraph paragraphe paragraphs parallel param parameter parameters parametres paranoia parchment paren parent
  parentheses parents parfait park parking parle parmi parole paroles parseint parsing part parted partially
  participants participate particles particular particularly particulier partida partie parting partir partly partner
  parts party pas pass passage passe passed passer passes passing passion passive password past paste pastel pastries
  pastry patch patches pate path pathology paths pathway pathways patient patients pattern patterned patterns pause
  pavement pay paying payment payments pays peace peaceful peaches peche pecher pedestrians peel peer pen pencil
  pencils pendant penis pens pense pension people per percent percentage perfect perfectly perform performance
  performances performed performing perhaps period periode periods peripheral permanent permet permettant permettent
  permission permissions perseverance persistence persistent person persona personal personality personalized personas
  personnages personnalise personnalite personne personnel personnelle personnelles personnes persons perspective
  perspectives persuasive perte pet petit petite pets petunias peu peur peut peuvent peux ph phases phenomene
  phenomenes philosophical philosophie philosophy phone phones photo photograph photographer photographic photography
  photorealistic photos phrase phrases physical physically physics physique pick pickaxe picked picking picks picnic
  picsum picture pie piece pieces pier piercing pile pink pipelines pitch pitcher pizza pizzas pl place placed
  placeholder placeholders placement places placing plagiarism plaid plain plaisir plan planes planet planetary
  planete planets planned planning plans plant planted plantes plants plasma plastic plat plate plates platform
  platforms plats play playback played player players playful playing playlists plaza please pleasing plein plist plot
  plots plugin pluie plupart plus plush plusieurs plutot pm png pnpm pod podcast poele poem point pointeur pointing
  points poison poles police policies policy poliment polish polished polite political politique politiques pollution
  polyester polymorphonuclear pomegranates pompe pomper pompes pond ponytail pool poor poorly pop popcorn popping
  popsicle popsicles populaires popular popularity populate population populations porcelain porcupines pores port
  portfolio portions portrait portraits ports pos pose posed poser poses posing position positioned positioning
  positions positive possess possible possibles possibly post postal poste poster posters posts posture pot potato
  potatoes potential potentiellement potions pots potted poudre poule pound pounds poupee pour pouring pourquoi
  pourraient pourrais pourrait pourrez pourriez pourrions pouvez pouvoir power powered powerful practical practice
  practices practicing pratique pratiques pre precedent precedente precise precisely preciser precision precisions
  prediction predictions predire prefer preferable prefere preference preferences preferes preferred prefix prefixes
  pregnant premier premiere premiers premium prend prendre preparation prepare prepared preparing presence present
  presentation presented presenter presenting presents preserved preserving presets president pressed pressing
  pression pressure pret pretrained prevent prevention preview previous previously previsions price priced prices
  pricing primary primates prime primes principal principaux principes principle principles print printed printer
  prior priorities prioritize prioritized priority pris prise prison privacy private privee prix pro probabilite
  probablement probably probe problem probleme problemes problems proceed proceeding process processed processes
  processing processor processus prochain prochaine procurer prod produce produces producing product production
  productive productivity products produire produit produits professional professionalism professionally professionals
  professionnel professionnelle proficiency profile profiles profit profitability profits profound progesterone
  program programmation programme programmers programming programs progress progression progressive project
  projectname projects proliferation prominent prominently promote promoter promoters promotion promotional promotions
  prompt prompted prompting prompts pronounced proof proper properly properties property proportion proportions propos
  proposal propose proposed proposing propre propres proprietaires proprietary props protect protection protective
  protein proteines proteins protocol protocole protocols provide provided provides providing proxies proximity proxy
  psychological psychology pt pts pu pub public publication publics publique publiques published publisher puis
  puissante pull pulled punchy puns pupils purchase purchased purchases pure purely purified purple purpose purposes
  purse pursue push pushed pushing put puts putting puzzle px py pyramid pytest pytorch qu qualifications quality
  quand quant quantiques quantite quantization quantize quarter quarters quarts quaternions quatrieme que quel quelle
  quelqu quelque quelques queries query question questions qui quick quickly quiet quilt quiz quoi quotes rabbits
  raccoon race racing radio radioisotope radius railing rain raindrops raise raised raises raisins raison ran random
  randomly range rapid rapidement rapides rapidly rappeler rapport rare rate rates rather rating ratings ratio
  rationale ratios raw rayons rays rc rd re reach reached reaching react reaction read readability readable reader
  readers readiness reading reads ready real realise realiser realism realistic realite reality realized really realm
  rear reason reasoning reasons receive received receives recent recently reception receptor receptors recette
  rechauffement recherches recipe recipes recognition recognizable recognize recommend recommendation recommendations
  recommended recommending record recorded records recovered recovery reculer recurrent recurring recursion recycle
  red reds reduce reduced reducing reduction reduire redundant redwood reel refactor reference references refers
  refine refined reflect reflected reflecting reflection reflections reflective reflects reflexes reflexion reformule
  refresh refrigerator refroidir regal regarder regarding regex region regions registration regular regulated
  regulation regulations regulatory regulier reject relatable related relation relations relationship relationships
  relative relativement relax relaxed relay release released releases relevance relevant reliability reliable rely
  remain remaining remains remediation remedies remember reminder reminders remission remote remove removed removes
  remplacer rename rencontre rencontrer rend rendant render rendered rendering rendre rent rented rents repair repas
  repeat repeated repetition repetitive replace replaced replacement replacing replies reply repo repondre reponse
  reponses report reported reporter reporting reports repositories repository represent representation representative
  represente represented representent representer representing represents reproduction repute request requested
  requests require required requirement requirements requires requiring res research reserves reservoir resistance
  resistant resize resolution resolve resolved resolving resonates resort resoudre resource resources respect
  respectively respond responsabilite response responses responsibilities responsibility responsible responsive
  responsiveness ressources rest restaurant reste resting restoration rests result resultat resultats resulted
  resulting results resume ret retained retention retirer retouching retour retraite retrieval retrieve retro return
  returned returns reusable reussi reussite revanche reve revealed revealing reveals revenue revenus reverse reversed
  reves review reviewed reviewer reviewing reviews revise revised revision reward rewrite rewritten ribbed ribbon rice
  rich riche richesse ride riders rides right rights rigor rim ring rings rink rire rise rising risk risks risky
  risque risques rituals rival river ro road roadmap robotic robotics robust roche rock rocks role roles roll rolling
  rolls roman romantic roof room rooms root roots rope rose roses rotation roughly round rounded rounds route routes
  routine row rowboat rowed rows royal rule rules run rune runes runner running runs runsubagent runtime rush sa sac
  sachant safe safer safetensors safety sage said sais sait salad salaries salary sale sales salle salon salt
  salutations same sample sampler sandwich sandwiches sans sante satisfaction saturation sausages saut save saved
  saves saving savings savoir saw say saying says scalability scalable scalar scale scaling scam scams scan scanning
  scarf scattered scattering scenario scenarios scene scenery scenes scents schedule scheduled schedules scheduling
  schema scheme schemes scholarly school sci science sciences scientific scientifiques scientist scope scoped score
  scored scores scoring scraping scratches screen screens screenshot screenshots screws script scripts scroll sculpted
  se sea seamless seamlessly search searches seashells seated second secondary seconds secret secretion secretlint
  section sections sector secure securely securite security see seed seeds seeking seen sees sein select selected
  selecting selection selects self selfie sell seller selling sells selon semantic semi send sending senior sens sense
  sensitive sensitivity sensor sent sentence sentences sentiment separate separated separation separe sepia sequence
  sequences sequential sera serait serene serie series seront serre sert serum serve server serves serveurs service
  services serving servir ses session sessions set sets setting settings setup seule seulement several severity sha
  shading shadow shadows shaker shaky shall shallow shape shaped shapes share shared shares sharing sharp sharpness
  she sheen sheep sheet sheets shell shells shelter shelves shift shifts shine shiny shirt shirts shoes shoot shop
  shopping shops shore short shortcuts shorter shortest shorts shot should shoulder shoulders show showcase showcases
  showcasing showed showing shown shows shrimp shuffle shutter si side sides sign signage signal signaling signals
  signature signed significance significant significantly signification signifie signs silence silencer silhouette
  silhouettes silver similaires similar similarly simit simple simplement simplicity simplified simplify simply
  simulate simulation simulations simultaneously sin since singer single sister sisters site sites sits sitting
  situation situations six size sizes skate skeptical sketch ski skies skill skilled skills skin skincare skip skirt
  sky skyline slang slap sleek sleep sleeping sleeve sleeved slender slept slew slice sliced slices slicked slide
  slides slight slightly slim slogan slow slower slowly small smaller smallest smart smartphone smartphones smile
  smiley smiling smirk smoke smooth smoothing smudges snack snacks snails snapshot sneakers snippet snippets snow
  snowflake snowflakes so social sociaux societe socks soda sofa sofas soft softened softer softly software soil soit
  solaire sold sole soleil solely solid solide solitary solitude solo solution solutions solve solving some someone
  something somme sommet son song songs sont sophisticated sorcier sort sorte sorted sortent sortie sorties sortir
  souhaite soul sound sounds soup source sourced sources sous soutien soutient souvent spa space spaces spacing spam
  sparingly sparkling sparks spatial speak speaker speaking spec special specialist specialites specialization
  specialize specialized specializing species specific specifically specifications specificity specified specifiques
  specify specs specular speculars speculative speech speed spell spelled spelling spend spending spends spent
  spherical spine spins spirit spiritual spits splatters split spoken sponsor spontaneous spools sports spot spots
  spread sprinkles sqrt square squared squares src st stabilite stability stable stack stage staged stages stains
  stairs stakeholders stalls stamps stance stand standard standards standing stands staple star stark stars start
  started starting starts startup state stated statement statements states static staticmethod station statistical
  statistics statistiques stats status statusline stay staying steam steel step steps stereotype stereotypes steroid
  stick sticker stickers sticks still stir stitching stock stockage stocker stole stomach stone stones stool stop
  stopped stops storage store stories storing story storyboard storytelling str straight strands strange strap straps
  strategic strategie strategies strategist strategy straw strawberries strawberry stray streaming street streetlamps
  streetlights streets streetwear strength strengths stress stretching strict stricter strictly strikes string strings
  strip stripes strlen strokes strong structural structure structured structures structuring strung stuck student
  students studied studies studio study stuff stuffed stunning style styled styles styling stylish stylization
  stylized sub subheadings subject subjects submission submit subprocess subscription subsequent subtle subtly succes
  success successeur successful successfully such sucre sufficient suffisamment suffix sugar suggere suggerer suggest
  suggesting suggestion suggestions suggests suis suit suitable suitcase suite suivant suivante suivants suivre sujet
  sujets sum summaries summarize summarizing summary summation summer sun sunglasses sunlight sunny sunset sunshine
  super superieur supermarket supplementaires supplied supplies supply support supported supporting supportive
  supports sur sure surface surfaces surmonter surprenant surprise surprising surreal surrealism surrounded
  surrounding surroundings surtout surveillance suspension sustainability sustainable svg swap sweat sweater sweet
  swim swirling switch sword syllabus symbol symbolic symbolism symbols symmetrical symmetry symptoms syndrome synonym
  syntax synthesis synthesize synthetic syrup system systematic systeme systemes systems ta table tableau tables
  tablet tache taches tactical tactile tag tagline tags taille tailored take taken takes taking talebi talent tales
  talk talking tall taller tan tank tant tap taps tard target targetaudience targeted targeting targets tarot task
  tasked tasks tasteful tattoo tattoos tax taxe taxes taxi taxis te tea teach teacher teachers teaching teal team
  teams tech technical technique techniques technological technologie technologies technology teenagers teeth tel
  telecoms telephone telephoto television tell tellement telles telling tells tels temp temperature template templates
  temple temporary temps ten tenant tener tenir tennis tense tension tensor tensors tente term terme termes terminal
  terminology terms terrain terrifying test testable tested testing tests tete text texte texts texture textured
  textures th than that the theater their them thematic theme themed themes then theoretical theorie theories theory
  therapy there therefore thermoelectrique these thesis they thick thickness thigh thighs thin thing things think
  thinking thinks third thirds thirty this thorough thoroughly those thought thoughtful thoughts thread threat threats
  three threshold threw thrice throne through throughout throw thumbnails thyroid ticker ticket tickets tie tied tier
  tiers tiger tight tiled tiles tilt tilted time timeless timeline timeofday timeouts timer times timestamps timing
  tin tins tint tiny tip tips tire tired tires tissue title titled titles titre tmp to today together toi token
  tokenizer tokens tomato tomatoes tombe tomorrow ton tone toned tones tongue too took tool tools tooth top topic
  topics torch torchao torso total totaux tote touch touching toujours tour tourner tours tous tousled tout toute
  toutes toward towards tower town toy toys trace tracing track tracking tracks trade trading traditional traffic
  trail train training traits trajet transaction transactions transcription transcriptional transfected transfer
  transform transformation transformed transformer transformera transformers transforming transforms transit
  transition transitions translate translated translating translation translational translator transparence
  transparency transparent transport travail travaillant travailler travel traveler traveling travers tray trays
  treasure treat treated treatment tree trees trench trend trending trends tres tresor tri triangle tricks trigger
  triggers trimester trip triples triplicate trips triptych trivial trois trop tropical troubleshooting trouve trouver
  truck trucks true trust truth try trying ts tsx tu tube tuberculosis tucked tumor tuna tune tungsten tunnel tuple
  turbo turn turned turns tutoring tweet twenty twice twins twist two txt type typecheck types typescript typical
  typically typing typo typography ubuntu uk ultimate ultra um umbrella umbrellas un una unauthorized unavailable
  unbranded uncanny uncertain uncertainties unchanged unclear uncover uncovering und undefined under underlying
  underneath understand understandable understanding understood une unedited uneven unexpected unfamiliar unicorns
  uniform unique uniquement unit units unittest univers universal universe universel universels unknown unless unlike
  unlock unnecessary unrealistic unresolved uns unsure until up upcoming update updated updates upgrade upgrades
  upload uploaded upon upper uppercase upright ups upstream upward urban urgence urgences urgency url us usability
  usable usage use used useful user username users uses using usual usually util utile utiles utilisant utilisateur
  utilisateurs utilisation utilise utilisee utilisees utilisent utiliser utilises utility utilization utilize
  utilizing uuid va vacation vacuum vague vais valeur valeurs valid validate validatephonenumberlength validates
  validation validator validity valuable valuation value values vanilla vaporisation variable variables variant
  variants variation variations varient varier variety various varnish varying vase vast vastness vaut ve vector
  vehicle vehicles vehicule velo velvet vent vente venue verbose verbs verdict verif verifiable verification verified
  verifier verify veritable verre vers versed version versions versus vertical vertically vertices very vest veut veux
  veya vi via vibe vibes vibrant vide video videos vides vie vieille vient view viewer viewership viewing viewport
  views vignette village villageois ville vin vintage violence viral virelangue virtual virtualization virus visage
  visibility visible vision visit visiter visiting visits visual visualization visually visuals vite vitepress vitesse
  vitest vitro vivo vivre vlogs voice voici voir vois voiture voitures voix vol vole voler volume volumetric vos voted
  votre voulez vous vowel vowelflag vowels voyage vrai vraiment vs vu vue vulnerabilities vulnerability vus waist
  waisted wait waiting wakes walk walking walks walkthrough wall wallet wallpaper walls want wanted wants wardrobe
  warm warmth warn warnings warped was wash washed watch watches watching water watercolor watermark watermarks
  watermelon wave waves wavy wax way ways we weak weaknesses weapon weapons wear wearing wears weather weathered weave
  web website websites week weekend weekends weekly weeks weigh weighed weighs weight weights welcome well wellness
  went were wet whale what whatever wheels when where whereas whether which while whimsical whiskey white whiteboard
  whitening whitespace who whole whose why wide width widths wife wiki wikipedia wild wildflower will win wind
  windbreaker window windows wine wing wings wins winter wire wisdom wishes with within without wizard wizarding
  wolves woman women won wood wooden wool word words work worked worker workers workflow workflows working workout
  works worksheets workshop workspace world worn worth would wrap wrapped wrinkles wrist wristwatch write writer
  writes writing written wrong wrote www xflag xn xs xx xxx ya yaourt yard yards yarn year years yellow yes yesterday
  yet yield yoga you young younger your yourself zebras zero zest zh zip zni zone zones zu
`

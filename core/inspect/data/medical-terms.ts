/** Diseases and states, treatments and substances, in lower case without accents, English and French. */
const TERMS = `
diabetes, type 1 diabetes, type 2 diabetes, diabete, diabete de type 1, diabete de type 2, tension, hypertension, hypertension arterielle, asthma, asthme, cancer, breast cancer,
lung cancer, prostate cancer, colon cancer, cancer du sein, cancer du poumon, cancer de la prostate, cancer du colon, carcinoma, carcinome,
adenocarcinoma, adenocarcinome, melanoma, melanome, leukemia, leukaemia, leucemie, lymphoma, lymphome, myeloma, myelome, glioblastoma,
glioblastome, metastasis, metastases, metastase, tumor, tumour, tumeur, hiv, hiv-positive, vih, seropositif, seropositive, aids, sida,
hepatitis, hepatitis b, hepatitis c, hepatite, hepatite b, hepatite c, tuberculosis, tuberculose, syphilis, gonorrhea, gonorrhoea,
gonorrhee, chlamydia, herpes, papillomavirus, pneumonia, pneumonie, pneumopathie, bronchitis, bronchite, influenza, covid-19, long covid,
depression, bipolar disorder, trouble bipolaire, schizophrenia, schizophrenie, anxiety disorder, trouble anxieux, panic attacks,
panic disorder, ptsd, post-traumatic stress disorder, burnout, burn-out, anorexia, anorexie, bulimia, boulimie, autism, autisme, adhd, tdah,
autistic, autiste, diabetic, diabetique, asthmatic, asthmatique, epileptic, epileptique, schizophrenic, schizophrene, bipolar,
bipolaire, anorexic, anorexique, alcoholic, alcoolique, dementia, demence, alzheimer, alzheimer's disease, maladie d'alzheimer, parkinson, parkinson's disease, maladie de parkinson,
multiple sclerosis, sclerose en plaques, epilepsy, epilepsie, migraine, migraines, stroke, avc, accident vasculaire cerebral,
heart attack, infarctus, infarctus du myocarde, myocardial infarction, heart failure, insuffisance cardiaque, atrial fibrillation,
fibrillation auriculaire, fibrillation atriale, arrhythmia, arythmie, angina, angine de poitrine, thrombosis, thrombose, phlebitis,
phlebite, pulmonary embolism, embolie pulmonaire, anemia, anaemia, anemie, sickle cell disease, drepanocytose, hemophilia, hemophilie,
kidney failure, renal failure, insuffisance renale, dialysis, dialyse, cirrhosis, cirrhose, crohn's disease, maladie de crohn,
ulcerative colitis, rectocolite hemorragique, celiac disease, maladie coeliaque, endometriosis, endometriose, infertility, infertilite,
miscarriage, fausse couche, pregnancy, pregnant, grossesse, enceinte, abortion, avortement, ivg, arthritis, rheumatoid arthritis,
polyarthrite rhumatoide, arthrose, osteoarthritis, osteoporosis, osteoporose, lupus, psoriasis, eczema, fibromyalgia, fibromyalgie,
hypothyroidism, hypothyroidie, hyperthyroidism, hyperthyroidie, obesity, obesite, sleep apnea, apnee du sommeil, glaucoma, glaucome,
cataract, cataracte, copd, bpco, cystic fibrosis, mucoviscidose, sepsis, septicemia, septicemie, fracture, hernia, hernie discale,
appendicitis, appendicite, alcoholism, alcoolisme, alcohol dependence, dependance a l'alcool, addiction, overdose, trisomie, trisomie 21,
down syndrome, hta, dyslipidemia, dyslipidemie, hypercholesterolemia, hypercholesterolemie, gout, goutte, scoliosis, scoliose, sciatica,
sciatique, shingles, zona, malaria, paludisme, lyme disease, maladie de lyme, prostatitis, prostatite, insomnia, insomnie,
chemotherapy, chimiotherapie, radiotherapy, radiotherapie, immunotherapy, immunotherapie, hormone therapy, hormonotherapie,
mastectomy, mastectomie, hysterectomy, hysterectomie, appendectomy, appendicectomie, biopsy, biopsie, colonoscopy, coloscopie, endoscopy,
endoscopie, angioplasty, angioplastie, bypass surgery, pontage, transplant, greffe, amputation, coronarographie, mri scan, ct scan, irm,
scanner thoracique, echographie, mammography, mammographie, electroshock, electroconvulsivotherapie, vasectomy, vasectomie,
paracetamol, acetaminophen, ibuprofen, ibuprofene, aspirin, aspirine, amoxicillin, amoxicilline, augmentin, doliprane, metformin,
metformine, insulin, insuline, ramipril, lisinopril, enalapril, perindopril, amlodipine, losartan, valsartan, bisoprolol, metoprolol,
atenolol, propranolol, furosemide, lasix, spironolactone, atorvastatin, atorvastatine, simvastatin, simvastatine, rosuvastatin,
rosuvastatine, omeprazole, pantoprazole, esomeprazole, levothyroxine, levothyrox, prednisone, prednisolone, cortisone, methotrexate,
adalimumab, etanercept, infliximab, rituximab, trastuzumab, bevacizumab, pembrolizumab, nivolumab, tamoxifen, tamoxifene, letrozole,
warfarin, warfarine, apixaban, rivaroxaban, eliquis, xarelto, clopidogrel, heparin, heparine, enoxaparine, lovenox, sertraline, zoloft,
fluoxetine, prozac, paroxetine, escitalopram, citalopram, venlafaxine, duloxetine, mirtazapine, amitriptyline, lithium carbonate,
quetiapine, olanzapine, risperidone, aripiprazole, clozapine, haloperidol, diazepam, valium, lorazepam, alprazolam, xanax, bromazepam,
lexomil, zolpidem, stilnox, zopiclone, methadone, buprenorphine, subutex, naltrexone, morphine, oxycodone, fentanyl, tramadol, codeine,
gabapentin, pregabalin, pregabaline, lyrica, levetiracetam, valproate, depakine, carbamazepine, lamotrigine, ritalin, ritaline,
methylphenidate, salbutamol, ventoline, ventolin, truvada, biktarvy, viagra, ozempic, semaglutide, wegovy
`

/** More conditions, states and procedures. */
const CONDITIONS = `
pancreatic cancer, ovarian cancer, cervical cancer, skin cancer, bladder cancer, thyroid cancer, liver cancer, kidney cancer, brain cancer,
bowel cancer, stomach cancer, testicular cancer, brain tumor, brain tumour, cancer du pancreas, cancer de l'ovaire, cancer des ovaires,
cancer de la peau, cancer de la vessie, cancer de la thyroide, cancer du foie, cancer du rein, cancer du col de l'uterus, cancer colorectal,
cancer de l'estomac, cancer des os, cancer de la gorge, colorectal cancer, throat cancer, bone cancer, uterine cancer, tumeur au cerveau,
tumeur cerebrale, leucemie aigue, lymphome de hodgkin, hodgkin's lymphoma, non-hodgkin lymphoma, sarcoma, sarcome, neuroblastoma,
high blood pressure, hypotension, palpitations, chest pain, douleur thoracique, douleurs thoraciques, shortness of breath, dyspnea, dyspnee,
heart disease, coronary artery disease, cardiomyopathy, cardiomyopathie, congestive heart failure, cardiac arrest, arret cardiaque,
heart murmur, souffle au coeur, valvulopathie, aneurysm, anevrisme, deep vein thrombosis, varicose veins, varices,
cerebral palsy, paralysie cerebrale, paraplegia, paraplegie, tetraplegia, tetraplegie, hemiplegia, hemiplegie, als,
amyotrophic lateral sclerosis, sclerose laterale amyotrophique, maladie de charcot, huntington's disease, maladie de huntington,
muscular dystrophy, myopathie, neuropathy, neuropathie, seizure, seizures, crise d'epilepsie, crises d'epilepsie, concussion,
commotion cerebrale, traumatisme cranien, traumatic brain injury, brain injury, tinnitus, acouphenes, vertigo, vertiges, narcolepsy,
narcolepsie, tourette, tourette syndrome, dyslexia, dyslexie, dyspraxie, asperger, asperger's, asperger's syndrome, autism spectrum disorder,
trouble du spectre autistique, troubles du spectre autistique, trouble du spectre de l'autisme, tsa, learning disability,
deficience intellectuelle, attention deficit disorder, trouble de l'attention, hyperactivite,
bipolarity, bipolarite, anxiety, anxiete, generalized anxiety disorder, anxiety attacks, crise d'angoisse, crises d'angoisse,
crise de panique, crises de panique, attaques de panique, panic attack, ocd, obsessive-compulsive disorder, obsessive compulsive disorder,
borderline personality disorder, trouble de la personnalite borderline, personality disorder, trouble de la personnalite, psychosis, psychose,
psychotic episode, episode psychotique, bouffee delirante, paranoia, paranoid schizophrenia, eating disorder,
trouble du comportement alimentaire, troubles du comportement alimentaire, postpartum depression, post-partum depression,
depression post-partum, depressive episode, episode depressif, major depressive disorder, depressive, depressif, depressed,
nervous breakdown, mental breakdown, suicidal thoughts, suicidal ideation, suicidal, idees suicidaires, pensees suicidaires, suicide attempt,
tentative de suicide, self-harm, scarifications, automutilation, stress post-traumatique, syndrome de stress post-traumatique,
alcohol addiction, drug addiction, cocaine addiction, opioid addiction, substance abuse, addiction a la cocaine, toxicomanie, sevrage,
alcohol withdrawal, depressive disorder, trouble depressif, hallucinations, surmenage,
emphysema, emphyseme, pulmonary fibrosis, fibrose pulmonaire, pleurisy, pleuresie, pneumothorax, sarcoidosis, sarcoidose, silicosis,
sleep apnoea, covid long, sinusitis, sinusite, tonsillitis, angine, whooping cough, coqueluche, chronic bronchitis, bronchite chronique,
kidney stones, kidney stone, calculs renaux, colique nephretique, chronic kidney disease, kidney disease, urinary tract infection,
infection urinaire, cystitis, cystite, pyelonephrite, incontinence, erectile dysfunction, dysfonction erectile, troubles de l'erection,
endometrial hyperplasia, ovarian cyst, kyste ovarien, uterine fibroids, fibrome, fibromes, pcos, polycystic ovary syndrome, sopk,
ectopic pregnancy, grossesse extra-uterine, preeclampsia, pre-eclampsie, gestational diabetes, diabete gestationnel, stillbirth,
menopause, premature menopause, amenorrhea, amenorrhee, sterility, sterilite, low sperm count, ivf, in vitro fertilization, fecondation in vitro,
insemination artificielle, fausses couches, interruption volontaire de grossesse, cesarienne, c-section, caesarean,
std, genital herpes, herpes genital, hpv, gonorrhoea, prep, antiretroviral therapy, antiretrovirals, tritherapie, tri-therapie,
hiv positive, hiv+, vih positif, hepatitis a, hepatite a, cirrhose alcoolique, fatty liver, pancreatitis, acute pancreatitis, pancreatite,
pancreatite aigue, gastritis, gastrite, stomach ulcer, peptic ulcer, ulcere, ulcere gastrique, ulcere de l'estomac, gerd, acid reflux,
reflux gastro-oesophagien, gallstones, calculs biliaires, diverticulitis, diverticulite, irritable bowel syndrome,
syndrome de l'intestin irritable, colon irritable, ibs, ibd, crohn, crohn disease, celiac, coeliac disease, coeliaque, lactose intolerance,
hemorrhoids, haemorrhoids, hemorroides, occlusion intestinale, peritonitis, peritonite, gastric bypass, bypass gastrique, sleeve,
sleeve gastrectomy, bariatric surgery, chirurgie bariatrique, colostomy, colostomie, stomie,
spondylitis, ankylosing spondylitis, spondylarthrite ankylosante, spondyloarthrite, spondylarthrite, rheumatism, rhumatisme, rhumatismes,
tendonitis, tendinitis, tendinite, carpal tunnel syndrome, carpal tunnel, canal carpien, syndrome du canal carpien, herniated disc,
slipped disc, lumbago, lombalgie, lombalgies, back pain, mal de dos, chronic pain, douleurs chroniques, torn acl, torn meniscus,
rupture des ligaments croises, entorse, entorse de la cheville, sprained ankle, broken leg, broken arm, broken hip, broken wrist,
broken ankle, jambe cassee, bras casse, fractures, hip fracture, fracture du femur, fracture du tibia, fracture du poignet,
fracture de la hanche, fracture du col du femur, fracture de la cheville, fracture de la clavicule, fracture de fatigue, hip replacement,
knee replacement, prothese de hanche, prothese de genou, knee surgery, back surgery, heart surgery, open-heart surgery, triple bypass,
triple pontage, brain surgery, spinal fusion, arthroscopie, arthroscopy, pacemaker, stent, stents, defibrillateur,
kidney transplant, liver transplant, heart transplant, lung transplant, bone marrow transplant, stem cell transplant, greffe de rein,
greffe du rein, greffe renale, greffe de foie, greffe du foie, greffe hepatique, greffe de moelle, greffe cardiaque, transplantation,
rosacea, vitiligo, acne, hives, urticaire, dermatitis, dermatite, eczema atopique, cellulitis, carcinome basocellulaire,
basal cell carcinoma, squamous cell carcinoma, alopecia, alopecie, hyperhidrosis, melanome malin, naevus,
hashimoto's, hashimoto, hashimoto's disease, hashimoto's thyroiditis, graves' disease, maladie de basedow, goiter, goitre, thyroid nodule,
nodule thyroidien, cushing's syndrome, addison's disease, maladie d'addison, hypoglycemia, hypoglycemie, diabetic retinopathy,
retinopathie, macular degeneration, degenerescence maculaire, dmla, retinal detachment, decollement de la retine, hearing loss, surdite,
malentendant, malentendante, blindness, cecite, malvoyant, malvoyante, color blindness, daltonien, daltonienne,
hemochromatosis, hemochromatose, thalassemia, thalassemie, marfan syndrome, syndrome de marfan, ehlers-danlos, ehlers-danlos syndrome,
syndrome d'ehlers-danlos, down's syndrome, turner syndrome, chronic fatigue syndrome, syndrome de fatigue chronique, myalgic encephalomyelitis,
mononucleosis, mononucleose, shingles, chickenpox, varicelle, measles, rougeole, meningitis, meningite, salmonellosis, dengue, scabies, gale,
staph infection, staphylocoque, septic shock, choc septique, choc anaphylactique, anaphylaxis, peanut allergy, nut allergy,
allergie aux arachides, allergie a la penicilline, penicillin allergy, transgender, gender dysphoria, dysphorie de genre, hormone replacement therapy,
hypertendu, hypertendue, seropositivite, dyslexique, dyslexic, diabete insulinodependant, diabete insulino-dependant, diabete gestationnel,
diabetes mellitus, type ii diabetes, type i diabetes, diabete de type ii, diabete de type i, prediabetes, gestational, obese, morbid obesity,
obesite morbide, surpoids, malnutrition, denutrition, anorexia nervosa, anorexie mentale, paralysie, paralysed, coma, intubated,
hysteroscopy, laparoscopy, coelioscopie, lumpectomy, mastectomie, prostatectomy, prostatectomie, thyroidectomy, thyroidectomie,
tonsillectomy, amygdalectomie, gastrectomie, colectomie, nephrectomy, nephrectomie, cholecystectomy, cholecystectomie, tracheotomie,
tracheotomy, liposuction, ligature des trompes, curetage, ponction lombaire, lumbar puncture, mammogram, colposcopie, echocardiogram,
echocardiographie, electrocardiogramme, ecg, eeg, hemodialysis, hemodialyse, plasmapherese, rehab, desintoxication, cure de desintoxication,
physiotherapy, kinesitherapie, psychotherapy, psychotherapie, cognitive behavioral therapy, emdr, electroconvulsive therapy, sismotherapie,
chemo, chimio, radiation therapy, curietherapie, soins palliatifs, palliative care, hospice care
`

/** Conditions as those speak of them who have them. */
const EVERYDAY = `
hernie, hernie inguinale, hernie hiatale, hernie ombilicale, hernia, inguinal hernia, hiatal hernia, umbilical hernia, escarre, pressure ulcer,
pressure sore, bedsore, epileptic seizure, epileptic fit, bulimic, boulimique, trisomique, cholesterol,
high cholesterol, oxygenotherapie, oxygen therapy, sterilet, heart condition, parkinson's, alzheimer's, rectocolite, apnees du sommeil, insomnies, drug addict,
toxicomane, genital warts, condylomes, torn ligament, torn rotator cuff, rotator cuff, whiplash, coup du lapin, blood clot, fever,
covid, grippe, endocarditis, endocardite, antidepressant, antidepresseur, anxiolytique, antipsychotics,
neuroleptiques, beta blocker, betabloquants, beta-bloquants, blood thinners, anticoagulant, varenicline, champix, begaiement, enuresis, enuresie,
plantar fasciitis, frozen shoulder, hallux valgus, polio, spina bifida, cleft lip, phenylketonuria, phenylcetonurie, gastro-enterite, food poisoning,
intoxication alimentaire, constipation, diarrhea, diarrhoea, diarrhee, jaundice, jaunisse, hepatic steatosis, steatose hepatique, lymphedema, lymphoedeme,
senile dementia, aphasia, aphasie, paraplegic, paraplegique, tetraplegique, quadriplegic, amputee, dissociative identity disorder, self harm,
vaginismus, vaginisme, heart palpitations, torn achilles, slipped disk, herniated disk, pinched nerve, varicocele, hydrocele, torticolis,
sinus infection, ear infection, otite, strep throat, kidney infection, yeast infection, mycose, panaris, phlegmon, abces, abscess, zona ophtalmique,
grossesse gemellaire, grossesse a risque, risky pregnancy, high-risk pregnancy, perte de grossesse, depression nerveuse, crise cardiaque, rupture d'anevrisme
`

/** Substances and what they are sold as. */
const SUBSTANCES = `
penicillin, penicilline, doxycycline, ciprofloxacin, ciprofloxacine, azithromycin, azithromycine, clarithromycine, levofloxacine, bactrim,
cephalexin, ceftriaxone, vancomycin, gentamicine, nitrofurantoin, fosfomycine, acyclovir, aciclovir, valacyclovir, valaciclovir, paxlovid,
remdesivir, oseltamivir, tamiflu, tenofovir, descovy, hydroxychloroquine, plaquenil, azathioprine, imuran, ciclosporine, tacrolimus, mycophenolate,
humira, enbrel, remicade, stelara, ustekinumab, secukinumab, cosentyx, dupixent, dupilumab, ocrelizumab, ocrevus, natalizumab, tysabri,
fingolimod, imatinib, gleevec, glivec, ibrutinib, olaparib, palbociclib, ibrance, keytruda, opdivo, herceptin, avastin, docetaxel, paclitaxel,
taxol, cisplatin, cisplatine, carboplatin, carboplatine, oxaliplatine, doxorubicin, cyclophosphamide, anastrozole, exemestane, capecitabine,
xeloda, folfox, folfiri, lexapro, seroplex, celexa, effexor, cymbalta, wellbutrin, bupropion, deroxat, paxil, seropram, zyban, trazodone, lamictal,
seroquel, zyprexa, risperdal, abilify, haldol, clozaril, leponex, tercian, largactil, loxapac, theralite, lithium, depakote, tegretol, keppra, topiramate,
topamax, dilantin, phenytoin, phenobarbital, klonopin, clonazepam, rivotril, ativan, temesta, seresta, oxazepam, tranxene, atarax, hydroxyzine,
ambien, imovane, melatonin, adderall, concerta, vyvanse, strattera, modafinil, suboxone, vivitrol, antabuse, disulfiram, esperal, oxycontin,
percocet, vicodin, hydrocodone, norco, dilaudid, hydromorphone, skenan, actiskenan, oxynorm, contramal, topalgic, lamaline, tylenol, advil,
nurofen, naproxen, naprosyn, diclofenac, voltarene, celecoxib, celebrex, ketoprofene, profenid, colchicine, allopurinol, zyloric, prednisolone,
solupred, medrol, dexamethasone, hydrocortisone, symbicort, seretide, advair, flovent, singulair, montelukast, spiriva, albuterol, epipen,
plavix, kardegic, coumadin, previscan, sintrom, pradaxa, dabigatran, amiodarone, cordarone, digoxin, digoxine, diltiazem, verapamil, nebivolol,
carvedilol, captopril, irbesartan, candesartan, telmisartan, olmesartan, entresto, hydrochlorothiazide, aldactone, indapamide, lercanidipine, crestor, tahor,
lipitor, pravastatine, pravastatin, ezetimibe, ezetrol, glucophage, gliclazide, diamicron, glimepiride, amarel, sitagliptin, sitagliptine, januvia,
empagliflozin, jardiance, dapagliflozin, dapagliflozine, forxiga, farxiga, liraglutide, victoza, saxenda, dulaglutide, trulicity, tirzepatide, mounjaro, lantus,
novorapid, humalog, synthroid, nexium, inexium, mopral, prilosec, zantac, spasfon, smecta, imodium, loperamide, motilium, primperan, ondansetron,
zofran, mesalazine, pentasa, sildenafil, cialis, tadalafil, finasteride, propecia, dutasteride, tamsulosin, tamsulosine, clomid, clomifene, mifepristone,
misoprostol, duphaston, utrogestan, progesterone, estradiol, testosterone, androcur, depo-provera, roaccutane, isotretinoin, isotretinoine,
alendronate, fosamax, denosumab, prolia, levodopa, sinemet, modopar, pramipexole, donepezil, aricept, memantine, riluzole, baclofene, baclofen,
lioresal, sumatriptan, imigrane, botox injections, efferalgan, dafalgan, ixprim, laroxyl, anafranil, norset, stresam, zopiclone, phentermine
`

/** Longest first: "type 2 diabetes" is found before "diabetes" within it. */
export const MEDICAL_TERMS: readonly string[] = [
  ...new Set(
    [TERMS, CONDITIONS, EVERYDAY, SUBSTANCES]
      .join(',')
      .split(',')
      .map((term) => term.trim().replace(/\s+/g, ' '))
      .filter((term) => term !== ''),
  ),
]

/**
 * Abbreviations that are terms only in capitals: in small letters they are words of one language or another. Those that mean other things in
 * capitals too (MS, PE, RA) are left out.
 */
export const MEDICAL_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `htn t1d t2d t1dm t2dm dt1 dt2 chf gerd uti ibs ibd als std ocd prep ivf pcos sopk bpd esrd ckd afib dvt pkd aomi acfa sep mdd dmla ecg eeg`
    .split(/\s+/)
    .filter(Boolean),
)

/** What diseases, operations and substances end in, and hardly any other word: the whole word is the term. */
export const MEDICAL_ENDINGS: readonly string[] = `
  itis ectomy ectomie oplasty oplastie ostomy ostomie carcinoma carcinome sarcoma sarcome adenoma lymphoma blastoma blastome meningioma
  meningiome angioma oscopy oscopie opathy opathie emia anemie emie algia algie thyroidie prazole sartan statine statin cillin cilline
  floxacin floxacine azepam oxetine gliptin gliptine gliflozin gliflozine tinib zumab ximab tumab umab platine oxaban triptan dronate
`
  .split(/\s+/)
  .filter(Boolean)

/** Words that end so and are no terms. */
export const MEDICAL_ENDING_EXCEPTIONS: ReadonlySet<string> = new Set(
  `academia bohemia academie epidemie pandemie chemie boulangerie nostalgia nostalgie homeopathy homeopathie osteopathy osteopathie naturopathy
  naturopathie allopathy microscopy microscopie spectroscopy spectroscopie macroscopy macroscopie telescopy stroboscopie blasphemie infamie
  graffitis arthropathy premie bohemie platine`
    .split(/\s+/)
    .filter(Boolean),
)

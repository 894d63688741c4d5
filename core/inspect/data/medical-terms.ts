/** Diseases and states, treatments and substances, in lower case without accents, English and French. */
const TERMS = `
diabetes, type 1 diabetes, type 2 diabetes, diabete, diabete de type 1, diabete de type 2, hypertension, hypertension arterielle, asthma, asthme, cancer, breast cancer,
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

/** Longest first: "type 2 diabetes" is found before "diabetes" within it. */
export const MEDICAL_TERMS: readonly string[] = [
  ...new Set(
    TERMS.split(',')
      .map((term) => term.trim().replace(/\s+/g, ' '))
      .filter((term) => term !== ''),
  ),
]

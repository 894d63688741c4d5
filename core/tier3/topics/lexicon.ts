import type { TopicType } from '../types.ts'

/**
 * Words and phrases that show what a text is about, English and French side by side, without accents and in the singular (a
 * plural s is dropped from the text too). `strong` ones are hardly ever used of anything else and weigh 3, `usual` ones 2, `weak` ones 1;
 * those `against` show that it is about something else and take 2 away.
 */
export interface TopicLexicon {
  readonly strong: string
  readonly usual: string
  readonly weak: string
  readonly against: string
}

export const LEXICONS: Readonly<Record<TopicType, TopicLexicon>> = {
  // What code looks like says more than its words: see structure.ts.
  TOPIC_SOURCE_CODE: {
    strong: 'stack trace, traceback, null pointer exception, segmentation fault, unit test for this function',
    usual: `refactor this, this function, this class, my code, this code, this script, this query, cette fonction, cette classe, mon code, ce code,
      ce script, cette requete, our codebase, notre base de code, pull request, merge request, code review, revue de code`,
    weak: 'function, fonction, class, method, methode, bug, compile, refactor, refactoriser, endpoint, repository, module',
    against: '',
  },
  TOPIC_CREDENTIALS: {
    strong: `api key is, secret key is, access key, private key, client secret, connection string, database password, root password, admin password,
      password is, pwd is, passphrase is, recovery code, credentials are, credentials for, login details, mot de passe est, mot de passe root,
      mot de passe admin, mot de passe administrateur, mot de passe de la base, mot de passe wifi, mot de passe du wifi, cle api, cle privee,
      cle secrete, cle d acces, chaine de connexion, code de recuperation, identifiant de connexion, code d acces, wifi password, vpn password,
      token is, jeton d acces, access token, bearer token, service account key, seed phrase, phrase de recuperation`,
    usual: `password, mot de passe, mdp, credential, identifiant, api key, login, passphrase, secret, token, jeton, ssh key, cle ssh, vpn, vault,
      coffre fort, rotate, pin code, code pin, 2fa code, otp, id_rsa, htpasswd, kubeconfig, env file, fichier env, dotenv`,
    weak: `account, compte, user, username, utilisateur, admin, root, server, serveur, connect, connecter, connexion, access, acces, staging, production,
      prod, preprod, ssh, database, base de donnee, host, port, bastion, console`,
    against: `password manager, gestionnaire de mot de passe, password policy, politique de mot de passe, password strength, hash password, hash a password,
      forgot password, mot de passe oublie, password field, champ mot de passe, password reset page, regex, best practice, bonne pratique, strong password,
      token limit, tokenizer, per token, validation, validate`,
  },
  TOPIC_HR: {
    strong: `performance review, annual review, performance improvement plan, salary increase, pay rise, severance, disciplinary, notice period, gross misconduct,
      redundancy, layoff, lay off, terminate her, terminate him, terminate his, dismissal, maternity leave, parental leave, sick leave,
      entretien annuel, entretien prealable, licenciement, rupture conventionnelle, faute grave, faute lourde, mise a pied, avertissement disciplinaire,
      augmentation de salaire, bulletin de paie, fiche de paie, solde de tout compte, periode d essai, arret maladie, conge maternite, conge parental,
      conge paternite, masse salariale, plan de sauvegarde de l emploi, convocation a un entretien, indemnite de licenciement, prud homme, harcelement moral,
      evaluation annuelle, bilan annuel, payslip, pay slip, headcount reduction, salary band, grille salariale`,
    usual: `salary, salaire, bonus, payroll, paie, remuneration, compensation, employee, employe, salarie, collaborateur, collaboratrice, candidate, candidat,
      candidature, applicant, interview, entretien, recruitment, recrutement, recruiter, hire, hired, fired, fire him, fire her, resigned, resignation,
      demission, promotion, promoted, promu, cv, resume, cover letter, lettre de motivation, absence, absenteeism, absenteisme, burnout, burn out, underperform,
      overtime, heure supplementaire, appraisal, probation, line manager, human resource, ressource humaine, rh, hr, drh, warning letter, grievance,
      annual leave, conge, mutation, sous performance, prime, embauche, embaucher, preavis, convention collective, contrat de travail, employment contract,
      work council, cse, medecine du travail, teletravail, objectif annuel, objectif non atteint, job offer, promesse d embauche, brut annuel, net mensuel`,
    weak: `team, equipe, manager, colleague, collegue, behaviour, comportement, feedback, attitude, conflict, conflit, objective, objectif, skill, competence, position,
      poste, role, cdi, cdd, internship, stage, alternant, contract, contrat, attendance, retard, late, complaint, plainte, seniority, anciennete`,
    against:
      'tell me about yourself, act as an interviewer, job interviewer, practice interview, sample resume, entrainement a l entretien, react, component, composant',
  },
  TOPIC_HEALTH: {
    strong: `diagnosed with, diagnosis of, chemotherapy, chimiotherapie, radiotherapie, radiotherapy, biopsy, biopsie, metastase, metastasis, oncologist, oncologue,
      hiv positive, seropositif, bipolar, bipolaire, schizophrenia, schizophrenie, miscarriage, fausse couche, ivf, fiv, blood test result, medical record,
      dossier medical, compte rendu operatoire, compte rendu d hospitalisation, hospitalise, hospitalized, hospitalised, discharge summary, lettre de sortie,
      antecedent medical, antecedent, medical history, hba1c, psychiatre, psychiatrist, cardiologue, cardiologist, suicidal, suicidaire, epilepsie, epilepsy,
      multiple sclerosis, sclerose en plaque, patient presented, patient presente, patient is a, patient age de, patiente agee de, year old patient, yo male, yo female,
      ct scan, irm, mri, scanner thoracique, prescribed, prescrit, ordonnance`,
    usual: `patient, patiente, diagnosis, diagnostic, diagnose, symptom, symptome, treatment, traitement, tumor, tumour, tumeur, cancer, diabetes, diabete, hypertension, asthma,
      asthme, depression, anxiety, anxiete, surgery, chirurgie, operation, doctor, medecin, nurse, infirmier, infirmiere, hospital, hopital, clinic, clinique, medication,
      medicament, dose, posologie, mg, insulin, insuline, pregnant, enceinte, pregnancy, grossesse, allergy, allergie, allergic, allergique, fever, fievre, pain, douleur,
      infection, antibiotic, antibiotique, therapy, therapie, disability, handicap, blood pressure, tension arterielle, heart attack, infarctus, stroke, avc, crohn,
      covid positive, relapse, rechute, remission, antidepressant, antidepresseur, kinesitherapeute, physiotherapy, urgence, emergency room, prescription`,
    weak: `health, sante, ill, malade, maladie, illness, disease, sick, test, result, resultat, weight, poids, sleep, sommeil, blood, sang, care, soin, appointment, rendez vous,
      consultation, chronic, chronique, severe, acute, aigu, exam, examen, scan, analyse`,
    against:
      'ui, css, patience, debug, crash, server, serveur, cluster, deployment, health check, healthcheck, health endpoint, virtual machine, git, docker, kubernete, query, requete sql',
  },
  TOPIC_LEGAL: {
    strong: `confidentiality agreement, non disclosure agreement, nda, hereinafter, hereby agree, hereby agrees, whereas the, indemnify, indemnification, governing law, governed by the law,
      terms and condition, breach of contract, cease and desist, lawsuit, litigation, plaintiff, defendant, settlement agreement, attorney client, privileged and confidential, statute of limitation,
      limitation of liability, intellectual property right, force majeure, power of attorney, subpoena, arbitration, due diligence, letter of intent,
      accord de confidentialite, ci apres, ci apres denomme, ci apres denommee, d une part, d autre part, les partie conviennent, entre les soussigne, clause de non concurrence, clause resolutoire,
      mise en demeure, assignation, tribunal de commerce, tribunal judiciaire, cour d appel, dommage et interet, demandeur, defendeur, droit applicable, prejudice subi,
      propriete intellectuelle, limitation de responsabilite, resiliation, protocole transactionnel, transaction amiable, contentieux, cour de cassation, prud homme, conclusion recapitulative,
      requete introductive, violation du contrat, secret professionnel, pacte d actionnaire, promesse de vente, compromis de vente, bail commercial, lettre d intention`,
    usual: `agreement, contract, contrat, clause, party shall, party, liability, responsabilite, obligation, terminate, termination, jurisdiction, juridiction, court, tribunal, judge, juge,
      lawyer, attorney, avocat, avocate, counsel, legal, juridique, claim, reclamation, damage, dispute, litige, licence, license agreement, licensor, licensee, warranty, garantie, patent,
      brevet, trademark, marque deposee, infringement, contrefacon, compliance, conformite, gdpr, rgpd, cnil, penalty, penalite, appeal, appel, settlement, accord, avenant, amendment, bail,
      lessor, lessee, bailleur, locataire, signataire, signatory, notaire, testament, mediation, conciliation, article, alinea, code civil, code du travail, preavis, cession, prestataire, client s engage, engage a`,
    weak: `shall, pursuant, herein, thereof, effective date, section, provision, disposition, term, notwithstanding, sign, signe, signer, rights, droit, law, loi, evidence, preuve, deadline, delai, confidential, confidentiel, confidentialite,
      disclose, divulguer, negotiate, negocier, rediger, draft`,
    against:
      'mit license, apache license, open source license, license file, npm, contract test, smart contract, solidity, party game, birthday party, api contract',
  },
  TOPIC_FINANCIAL_RESULTS: {
    strong: `ebitda, operating margin, gross margin, net income, earnings per share, revenue forecast, quarterly result, quarterly earning, before the announcement, not yet public, unpublished,
      not public yet, profit warning, cash flow, free cash flow, balance sheet, income statement, year end result, board meeting, runway, burn rate, arr, term sheet, valuation, fundraising, pre announcement, insider,
      chiffre d affaire, marge brute, marge operationnelle, resultat net, resultat d exploitation, resultat trimestriel, resultat semestriel, resultat annuel, avant publication, non publie, avant l annonce, pas encore public, pas encore publie,
      compte de resultat, bilan comptable, tresorerie, levee de fond, conseil d administration, comite de direction, budget previsionnel, previsionnel, atterrissage, excedent brut, dette nette, net debt, besoin en fond de roulement,
      due diligence, acquisition price, prix d acquisition, provision pour, comite d audit, audit committee, avertissement sur resultat`,
    usual: `revenue, turnover, profit, loss, perte, benefice, margin, marge, budget, forecast, prevision, quarter, trimestre, semestre, exercice, q1, q2, q3, q4, t1, t2, t3, t4, fy24, fy25, fy26, fy27, sale, vente, growth, croissance,
      decline, baisse, dividend, dividende, guidance, capex, opex, cost, cout, charge, investor, investisseur, shareholder, actionnaire, merger, fusion, acquisition, rachat, debt, dette, loan, emprunt, covenant,
      carnet de commande, order book, pipeline, churn, mrr, cfo, daf, comptable, accounting, audit, restructuring, restructuration, impairment, depreciation, amortissement, consolidated, consolide, year over year, vs n 1, n 1, par rapport a`,
    weak: `million, milliard, billion, euro, increase, hausse, result, resultat, annual, annuel, group, groupe, subsidiary, filiale, market, marche, price, prix, slide, board, figure, chiffre, table, tableau, target, objectif, confidential, confidentiel,
      k€, m€, percent, pourcent`,
    against:
      'what is, explain, definition, c est quoi, qu est ce que, homework, exercise, word problem, sells, each cost, how much does, how much money, per day, pizza, video game, weekly allowance',
  },
  TOPIC_CUSTOMER_DATA: {
    strong: `customer list, client list, customer database, customer record, customer data, customer account, list of customer, list of client, our customer, crm export, export of our crm, mailing list, loyalty card,
      liste de client, liste des client, liste de nos client, fichier client, base client, base de client, donnee client, donnee de client, export crm, export du crm, extrait du crm, nos client, nos abonne, fiche client, compte client, carte de fidelite,
      customer complaint, support ticket, order history, historique d achat, historique de commande, numero client, numero de client, customer id, customer number, client id, ref client, subscriber list, liste d abonne,
      policy holder, policyholder, liste de prospect, list of lead, fichier de prospect, liste de diffusion`,
    usual: `customer, client, cliente, subscriber, abonne, abonnee, lead, prospect, crm, salesforce, hubspot, purchase, achat, order number, numero de commande, invoice, facture, refund, remboursement, churned, segment,
      segmentation, personal data, donnee personnelle, contact list, liste de contact, first name, last name, prenom, nom, date of birth, date de naissance, phone number, telephone, adresse, address, e mail, email, delivery, livraison, membership, adherent, assure, insured, beneficiaire, titulaire`,
    weak: 'order, commande, account, compte, list, liste, export, csv, table, tableau, row, ligne, record, spreadsheet, excel, ticket, complaint, reclamation, city, ville, zip, postal, code postal, phone, tel, mobile, dedupe, dedoublonner, dedoublonne, merge, trie, sort',
    against:
      'http client, client library, client side, cote client, client server, react, fetch, axios, socket, email template, class customer, customer class, table customer, create table',
  },
}

/** Countries as addresses end with them, in English and French, and in the language of some: ISO 3166, short names. */
const NAMES = `
Afghanistan|Albania|Albanie|Algeria|Algérie|Andorra|Andorre|Angola|Argentina|Argentine|Armenia|Arménie|Aruba|Australia|Australie|Austria|Autriche|Österreich
Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belgique|België|Benin|Bénin|Bolivia|Bolivie|Botswana|Brazil|Brasil|Brésil|Bulgaria|Bulgarie
Burkina Faso|Burundi|Cambodia|Cambodge|Cameroon|Cameroun|Canada|Cape Verde|Chad|Tchad|Chile|Chili|China|Chine|Colombia|Colombie|Comoros|Comores|Congo
Costa Rica|Croatia|Croatie|Cuba|Cyprus|Chypre|Czech Republic|Czechia|République tchèque|Denmark|Danemark|Danmark|Djibouti|Dominican Republic
Ecuador|Équateur|Egypt|Égypte|El Salvador|Eritrea|Estonia|Estonie|Ethiopia|Éthiopie|Fiji|Finland|Finlande|France|Gabon|Gambia|Gambie|Georgia|Géorgie
Germany|Deutschland|Allemagne|Ghana|Gibraltar|Greece|Grèce|Greenland|Groenland|Guadeloupe|Guatemala|Guinea|Guinée|Guyana|Guyane|Haiti|Haïti|Honduras
Hong Kong|Hungary|Hongrie|Iceland|Islande|India|Inde|Indonesia|Indonésie|Iran|Iraq|Irak|Ireland|Irlande|Israel|Israël|Italy|Italia|Italie|Ivory Coast
Côte d'Ivoire|Jamaica|Jamaïque|Japan|Japon|Jordan|Jordanie|Kazakhstan|Kenya|Kosovo|Kuwait|Koweït|Laos|Latvia|Lettonie|Lebanon|Liban|Liberia|Libya|Libye
Liechtenstein|Lithuania|Lituanie|Luxembourg|Macau|Macedonia|Macédoine|Madagascar|Malawi|Malaysia|Malaisie|Maldives|Mali|Malta|Malte|Martinique|Mauritania
Mauritanie|Mauritius|Maurice|Mayotte|Mexico|México|Mexique|Moldova|Moldavie|Monaco|Mongolia|Montenegro|Morocco|Maroc|Mozambique|Myanmar|Namibia|Namibie|Nepal
Népal|Netherlands|The Netherlands|Nederland|Pays-Bas|New Zealand|Nouvelle-Zélande|Nicaragua|Niger|Nigeria|Nigéria|North Macedonia|Norway|Norvège|Norge|Oman
Pakistan|Panama|Paraguay|Peru|Pérou|Philippines|Poland|Pologne|Polska|Portugal|Puerto Rico|Qatar|Réunion|La Réunion|Romania|Roumanie|Russia|Russie|Rwanda
Samoa|San Marino|Saudi Arabia|Arabie saoudite|Senegal|Sénégal|Serbia|Serbie|Seychelles|Singapore|Singapour|Slovakia|Slovaquie|Slovenia|Slovénie|Somalia
South Africa|Afrique du Sud|South Korea|Corée du Sud|Korea|Spain|España|Espagne|Sri Lanka|Sudan|Soudan|Suriname|Sweden|Sverige|Suède|Switzerland|Suisse|Schweiz
Syria|Syrie|Taiwan|Taïwan|Tanzania|Tanzanie|Thailand|Thaïlande|Togo|Tonga|Trinidad and Tobago|Tunisia|Tunisie|Turkey|Türkiye|Turquie|Uganda|Ouganda|Ukraine
United Arab Emirates|UAE|Émirats arabes unis|United Kingdom|Great Britain|Royaume-Uni|UK|U.K.|England|Scotland|Wales|Northern Ireland|Angleterre|Écosse
United States of America|United States|États-Unis|USA|U.S.A.|US|Uruguay|Uzbekistan|Vanuatu|Venezuela|Vietnam|Viet Nam|Yemen|Yémen|Zambia|Zambie|Zimbabwe`

/** The longest first, so that a pattern of them takes all of a name. */
export const COUNTRIES: readonly string[] = NAMES.split(/[|\n]/)
  .filter(Boolean)
  .sort((a, b) => b.length - a.length)

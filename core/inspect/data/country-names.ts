/**
 * Countries of one word, in lower case without accents, as Unicode CLDR 48 calls them in English and French. Written down, for Node's
 * locale data takes eight megabytes of memory once it is asked.
 */
export const COUNTRY_NAMES: readonly string[] = `
afghanistan albania albanie algeria algerie allemagne andorra andorre angola anguilla antarctica antarctique argentina argentine armenia armenie
aruba australia australie austria autriche azerbaidjan azerbaijan bahamas bahrain bahrein bangladesh barbade barbados belarus belgique belgium
belize benin bermuda bermudes bhoutan bhutan bielorussie bolivia bolivie botswana brazil bresil brunei bulgaria bulgarie burundi cambodge cambodia
cameroon cameroun canada chad chile chili china chine chypre colombia colombie comores comoros croatia croatie cuba curacao cyprus czechia danemark
denmark djibouti dominica dominique ecuador egypt egypte equateur eritrea erythree espagne estonia estonie eswatini ethiopia ethiopie eurozone fidji
fiji finland finlande france gabon gambia gambie georgia georgie germany ghana gibraltar grece greece greenland grenada grenade groenland guadeloupe
guam guatemala guernesey guernsey guinea guinee guyana haiti honduras hongrie hungary iceland inde india indonesia indonesie irak iran iraq ireland
irlande islande israel italie italy jamaica jamaique japan japon jersey jordan jordanie kazakhstan kenya kirghizstan kiribati kosovo koweit kuwait
kyrgyzstan laos latvia lebanon lesotho lettonie liban liberia libya libye liechtenstein lithuania lituanie luxembourg madagascar malaisie malawi
malaysia maldives mali malta malte maroc martinique maurice mauritania mauritanie mauritius mayotte mexico mexique micronesia micronesie moldavie
moldova monaco mongolia mongolie montenegro montserrat morocco mozambique namibia namibie nauru nepal netherlands nicaragua niger nigeria niue
norvege norway oman ouganda ouzbekistan pakistan palaos palau panama paraguay perou peru philippines poland pologne portugal qatar reunion romania
roumanie russia russie rwanda salvador samoa sark senegal serbia serbie sercq seychelles singapore singapour slovakia slovaquie slovenia slovenie
somalia somalie soudan spain sudan suede suisse suriname sweden switzerland syria syrie tadjikistan taiwan tajikistan tanzania tanzanie tchad
tchequie thailand thailande togo tokelau tonga tunisia tunisie turkiye turkmenistan turquie tuvalu uganda ukraine uruguay uzbekistan vanuatu
venezuela vietnam yemen zambia zambie zimbabwe
`
  .trim()
  .split(/\s+/)

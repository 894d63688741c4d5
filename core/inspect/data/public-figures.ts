/**
 * People everybody may name, living, dead and invented, in lower case without accents: their names say nothing about a company's
 * own people and customers.
 */
const NAMES = `
harry potter, ron weasley, hermione granger, george weasley, fred weasley, ginny weasley, remus lupin, sirius black, albus dumbledore,
severus snape, sherlock holmes, john watson, james bond, indiana jones, luke skywalker, darth vader, han solo, bruce wayne, clark kent,
peter parker, tony stark, steve rogers, frodo baggins, bilbo baggins, jon snow, walter white, homer simpson, bart simpson, lara croft,
tom nook, arthur morgan, jack sparrow, forrest gump, rocky balboa, tom sawyer, huckleberry finn, oliver twist, david copperfield,
jane doe, john doe, jane smith, john smith, jean dupont, albert einstein, isaac newton, marie curie, charles darwin, nikola tesla,
thomas edison, alan turing, ada lovelace, stephen hawking, carl sagan, richard feynman, niels bohr, max planck, werner heisenberg,
galileo galilei, johannes kepler, leonardo da vinci, michelangelo buonarroti, vincent van gogh, pablo picasso, claude monet,
salvador dali, andy warhol, frida kahlo, edward hopper, johann sebastian bach, wolfgang amadeus mozart, ludwig van beethoven,
frederic chopin, franz schubert, antonio vivaldi, elvis presley, michael jackson, freddie mercury, john lennon, paul mccartney,
george harrison, ringo starr, bob dylan, bob marley, david bowie, taylor swift, kanye west, justin bieber, lady gaga, billie eilish,
freddy mercury, jean ferrat, edith piaf, jacques brel, georges brassens, serge gainsbourg, johnny hallyday, william shakespeare,
charles dickens, jane austen, mark twain, oscar wilde, ernest hemingway, george orwell, virginia woolf, james joyce, stephen king,
agatha christie, edgar allan poe, franz kafka, leo tolstoy, fyodor dostoevsky, victor hugo, emile zola, albert camus, marcel proust,
jules verne, gustave flaubert, honore de balzac, charles baudelaire, arthur rimbaud, alexandre dumas, jean de la fontaine,
antoine de saint-exupery, jean-paul sartre, simone de beauvoir, michel foucault, jean-jacques rousseau, rene descartes, blaise pascal,
immanuel kant, friedrich nietzsche, karl marx, sigmund freud, carl jung, george washington, thomas jefferson, benjamin franklin,
abraham lincoln, theodore roosevelt, franklin roosevelt, john kennedy, richard nixon, ronald reagan, george bush, bill clinton,
hillary clinton, barack obama, michelle obama, donald trump, joe biden, kamala harris, bernie sanders, winston churchill,
margaret thatcher, tony blair, boris johnson, queen elizabeth, king charles, charles de gaulle, francois mitterrand, jacques chirac,
nicolas sarkozy, francois hollande, emmanuel macron, marine le pen, jean-luc melenchon, napoleon bonaparte, louis pasteur, jean jaures,
leon blum, simone veil, jean moulin, angela merkel, adolf hitler, joseph stalin, vladimir lenin, vladimir putin, mikhail gorbachev,
mao zedong, xi jinping, fidel castro, che guevara, nelson mandela, desmond tutu, mahatma gandhi, martin luther, martin luther king,
rosa parks, malcolm x, mother teresa, dalai lama, pope francis, jesus christ, julius caesar, marcus aurelius, joan of arc,
jeanne d'arc, christopher columbus, christophe colomb, marco polo, neil armstrong, buzz aldrin, yuri gagarin, amelia earhart,
elon musk, steve jobs, bill gates, mark zuckerberg, jeff bezos, tim cook, sundar pichai, satya nadella, sam altman, warren buffett,
henry ford, walt disney, larry page, sergey brin, linus torvalds, guido van rossum, dennis ritchie, ken thompson, tim berners-lee,
donald knuth, julian assange, edward snowden, julian sands, steven spielberg, george lucas, stanley kubrick, alfred hitchcock,
martin scorsese, quentin tarantino, christopher nolan, woody allen, wes anderson, denis villeneuve, james cameron, ridley scott,
tom cruise, brad pitt, tom hanks, leonardo dicaprio, johnny depp, morgan freeman, robert downey, keanu reeves, marilyn monroe,
audrey hepburn, meryl streep, angelina jolie, oprah winfrey, lionel messi, cristiano ronaldo, kylian mbappe, zinedine zidane,
diego maradona, michael jordan, lebron james, kobe bryant, tiger woods, serena williams, roger federer, rafael nadal, muhammad ali,
mike tyson, usain bolt, arthur ashe, colin powell, condoleezza rice, napoleon hill, dale carnegie, tony robbins, jack canfield
`

export const PUBLIC_FIGURES: ReadonlySet<string> = new Set(
  NAMES.split(',').map((name) => name.trim().replace(/\s+/g, ' ')),
)

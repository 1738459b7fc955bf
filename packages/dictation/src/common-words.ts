/**
 * Words that begin sentences and are not names, by language (see docs/decisions/0048); nouns and the like are in
 * `frequent-words.ts`. A word in neither keeps its capital in the middle of a sentence: it may be a name. Words that
 * are also names (May, Will, Mark), or that one of their senses capitalizes (German Sie and Ihr), are left out.
 */

import * as frequent from './frequent-words.ts';

const ENGLISH = `
a about above across actually added adding after afterwards again against all almost along already also although always am
among an and another any anybody anyone anything anyway anywhere apart apparently are around as aside ask asked asking at
available away back bad based basically be because become becomes been before beginning behind being believe below beneath
besides best better between beyond big both bring bringing but buy buying by call called calling came can can't cannot
certain certainly change changed changes changing check checked checking clearly close come comes coming completely consider
considering correct could couldn't create created creating currently day days definitely delete despite did didn't different
do does doesn't doing don't done down due during each earlier early easily easy either else enough especially even evening
eventually ever every everybody everyone everything everywhere exactly except far fast faster few fewer finally find finding
fine first five follow following for four free frequently from full fully further generally get gets getting give given gives
giving go goes going gone good got great green had hadn't half happy hard hardly has hasn't have haven't having he he'd he'll
he's hello help helping hence her here here's hers herself him himself his honestly hopefully hour hours how how's however if
immediately important in include included including indeed inside instead into is isn't it it'd it'll it's its itself just
keep keeping kept kind knew know knowing known large last lately later least leave leaving left less let let's like likely
little live long longer look looked looking looks lots low made mainly make makes making many maybe me mean meaning means
meanwhile might mine minute minutes money month months more moreover morning most mostly move moved moving much must my myself
naturally near nearly necessary need needed needs neither never nevertheless new next nice night no nobody none nor normally not nothing
now nowhere obviously of off often oh ok okay old on once one ones only onto open opening or order ordinary other others
otherwise ought our ours ourselves out outside over overall own particularly people perfect perhaps personally place please
plus possible possibly practically prepare presumably pretty previously probably problem properly provided put putting quick
quickly quite ran rather read reading ready real really recently red regarding related remember right run running said same
saw say saying says second see seeing seem seems seen send sending sent set several shall she she'd she'll she's short
shortly should shouldn't show showing shows similar similarly simple simply since six slow slowly small so some somebody
somehow someone something sometimes somewhere soon sorry start started starting still stop stopped such suddenly supposedly
sure take taken takes taking talk talking tell telling ten test tested testing than thank thanks that that'll that's the their
theirs them themselves then there there's therefore these they they'd they'll they're they've thing things think thinking this
those though thought three through throughout thus time times to today together told tomorrow tonight too took toward towards
tried true truly try trying turn turned turning twice two typically under unfortunately unless unlike until up update upon us
use used useful uses using usually various very via wait waited waiting walk want wanted wants was wasn't watch watching way
we we'd we'll we're we've week weeks well went were weren't what what's whatever when whenever where where's whereas wherever
whether which whichever while who who's whoever whole whom whose why with within without won't wonderful word words work worked
working works would wouldn't write writing written wrong year years yes yesterday yet you you'd you'll you're you've your
yours yourself yourselves`;

const GERMAN = `
aber ab abends alle allem allen aller allerdings alles als also am an andere anderen anderer anderes anders anfangs
anschließend anstatt auch auf aufgrund aus außer außerdem außerhalb bald beide beiden beim bei beinahe bereits besonders
besser bestimmt bevor bin bis bisher bist bloß da dabei dadurch dafür dagegen daher dahin damals damit danach daneben dann
daran darauf daraus darin darüber darum darunter das dass davon davor dazu dein deine deinem deinen deiner dem den denen denn
dennoch der deren des deshalb dessen deswegen dich die dies diese diesem diesen dieser dieses diesmal dir doch dort du durch
dürfen eben ebenfalls ebenso ehe eher eigentlich ein eine einem einen einer eines einfach einige einmal endlich entweder er
erst erstens es etwa etwas euch euer eure falls fast für ganz gar gegen genau genauso genug gern gerne gestern gewesen gibt
gleich habe hat hatte hatten hätte häufig heute hier hiermit hin hinter hinten ich ihm immer in indem innerhalb insgesamt ins
inzwischen irgendwann irgendwie irgendwo ist ja je jede jedem jeden jeder jedes jedenfalls jedoch jemand jetzt kann kannst
kaum kein keine keinen keiner könnte könnten kurz lange langsam leider letztens lieber links man manche manchmal mehr mein
meine meinem meinen meiner meines meist meistens mich mir mit mittlerweile möchte möglich möglicherweise morgens muss müssen
musste nach nachdem nachher nachts nämlich natürlich neben nein nicht nichts nie niemals niemand noch normalerweise nun nur
ob oben obwohl oder oft ohne plötzlich rechts relativ schließlich schnell schon sehr seine seinem seinen seiner seit seitdem
selbst selbstverständlich selten sich sicher sind so sobald sodass sofort sogar solange solche soll sollen sollte sollten
somit sondern sonst soweit sowie sowohl später statt teilweise trotzdem über überall überhaupt übrigens um und uns unser
unsere unserem unseren unter ursprünglich vermutlich viel viele vielen vielleicht vom von vor vorher vorhin wahrscheinlich
während wann war waren warum was weder wegen weil weiter weitere welche welchem welchen welcher welches wem wen wenig wenige
weniger wenn wer werde wessen weshalb wie wieder wieso wir wird wirklich wo wobei wodurch wofür woher wohin wollen
wollte womit worauf worüber worum wozu wurde würde wurden würden zu zudem zuerst zuletzt zum zumindest zunächst zur zurück
zurzeit zusammen zwar zwischen`;

const FRENCH = `
à afin ai ainsi alors après as assez au aucun aucune aujourd'hui auparavant auprès aura aurait aussi aussitôt autant autour
autre autrefois autrement autres aux avaient avait avant avec avez avoir avons ayant beaucoup bien bientôt bon bonjour bref ça
car ce ceci cela celle celles celui cependant certain certaine certains ces cet cette ceux chacun chacune chaque chez combien
comme comment concernant contre d'abord d'accord d'ailleurs dans de dehors déjà demain depuis derrière des dès désormais
désolé deux devant devrait dois doit donc dont du durant elle elles en encore enfin ensemble ensuite entre environ es est
est-ce et étaient était étant été être eu eux évidemment fait faire faut finalement fois généralement grâce heureusement hier
ici il ils j'ai j'avais j'étais je jamais jusqu'à jusqu'au juste l'autre l'un la là là-bas laquelle le lequel les lesquels
leur leurs lors lorsque lui ma maintenant mais malgré malheureusement me même mes merci mieux moi moins mon n'est naturellement
ne néanmoins ni non normalement nos notamment notre nous on ont or ou où oui par parce parfois parmi pas pendant personne peu
peut peut-être plus plusieurs plutôt pour pourquoi pourtant pouvez presque probablement puis puisque qu'elle qu'il qu'on quand
quant que quel quelle quelles quelqu'un quelque quelquefois quelques quels qui quoi rien sa sans sauf se selon sera serait ses
seulement si simplement sinon soit sommes son sont souvent sous suis suite sur surtout ta tandis tant tard te tel telle
tellement tes toi ton tôt toujours tous tout toute toutefois toutes très trop tu un une vers voici voilà vos votre vous
vraiment y`;

const SPANISH = `
a además ahí ahora al algo alguien algún alguna algunas alguno algunos allá allí ambos ante antes apenas aquel aquella aquello
aquí así aún aunque ayer bajo bastante bien bueno cada casi claro como cómo con conmigo contigo contra cosa creo cual cuál
cualquier cuando cuándo cuánto cuatro dado de debe debemos debería debido del dentro desde después detrás dice dijo donde
dónde dos durante e el él ella ellas ello ellos en encima enseguida entonces entre era eran eres es esa esas ese eso esos esta
está estaba estamos están estar estas este esto estos estoy fue fueron fuera gracias ha había habían habrá hace hacer hacia
han hasta hay he hemos hola hoy igual incluso jamás junto la las le les lo los luego mañana más me mejor menos mi mí mientras
mis mismo mucha muchas mucho muchos muy nada nadie ni ningún ninguna ninguno no normalmente nos nosotros nuestra nuestro nueva
nuevo nunca o obviamente os otra otras otro otros para pero poco pocos podemos poder podría por porque primero probablemente
pronto pues puede pueden puedo que qué quien quién quiero quizá quizás realmente se según segundo seguramente sería si sí siempre
siendo sigue sin sino sobre solamente solo sólo somos son soy su sus tal también tampoco tan tanto te tenemos tener tengo
tenía ti tiene tienen toda todas todavía todo todos tras tres tu tú tus u último un una unas uno unos usted ustedes va vamos
van varias varios veces ver vez voy y ya yo`;

const COMMON: Record<string, ReadonlySet<string>> = {
  en: setOf(ENGLISH + frequent.ENGLISH_WORDS),
  de: setOf(GERMAN),
  fr: setOf(FRENCH + frequent.FRENCH_WORDS),
  es: setOf(SPANISH + frequent.SPANISH_WORDS),
};

/** Words of the other languages that are nouns in German, which capitalizes them. */
const GERMAN_NOUNS = setOf(
  `all bad check kind last live mais mine minute not order perfect plus problem see set show start suite tal talk test ton word ${frequent.GERMAN_NOUNS}`,
);
const WORD = /\p{L}+/gu;

/** l’homme, qu’elle: the short word before the apostrophe is never a name. */
const FRENCH_ELISION = /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)'\p{Ll}/u;

/**
 * Whether a lower-case word is common in a language of the BCP 47 tags, or in any known one if there are none.
 * `sentence`: its context, which shows whether it may be a German noun.
 */
export function isCommonWord(word: string, tags: readonly string[], sentence: string): boolean {
  const languages = tags.length === 0 ? Object.keys(COMMON) : tags.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '');
  const mayBeGerman = languages.includes('de') && !isInAnother(sentence, languages);
  if (mayBeGerman && !COMMON['de']?.has(word) && GERMAN_NOUNS.has(word)) return false;
  if (languages.includes('fr') && FRENCH_ELISION.test(word)) return true;
  return languages.some((language) => COMMON[language]?.has(word));
}

/** Whether a sentence has common words of a language other than German, and no German ones. */
function isInAnother(sentence: string, languages: readonly string[]): boolean {
  const isOf = (language: string, word: string) => COMMON[language]?.has(word) === true && !GERMAN_NOUNS.has(word);
  const others = languages.filter((language) => language !== 'de');
  const words = sentence.toLowerCase().match(WORD) ?? [];
  const matches = words.flatMap((word) => {
    const [isGerman, isOther] = [isOf('de', word), others.some((language) => isOf(language, word))];
    return isGerman === isOther ? [] : [isGerman];
  });
  return matches.length > 0 && !matches.includes(true);
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/**
 * Words that are not names, besides those in `common-words.ts`: frequent ones from newspapers and film subtitles that
 * no dictionary lists with a capital, and words dictated about software and business.
 */

export const ENGLISH_WORDS = `
abandoned ability able aboard absolute absolutely accent accept accepted access accident account accounts accused
acting action actions active activity actor actors actress actual add address adds admire admit adult advance
advantage adventure advice advise affair affairs afford afraid afternoon agency agenda agents ago agree agreed
agreement ahead aid aim air airport alarm alcohol alert alien alike alive alley allow allowed alone amazing ambulance
amount analysis ancient angels anger angry animal animals anniversary answer answered answering answers anxious anyhow
anymore anytime apartment apologize apology appeal appear appearance appears apples apply appointment appreciate
approach approaching appropriate approve area argue argument arguments armed arms arrange arranged array arrays arrest
arrested arrive arrived article artist ashamed asks asleep assault assigned assignment assistant assume assumed assure
attached attack attacked attacks attempt attend attention attitude attorney attracted attractive audience audition
authorities authority average avoid awake award aware awesome awful awfully awkward babies baby background backup
backwards badge badly bag bags bail balance bananas band bang bank barely bargain barn bars base baseball basement
basis basket basketball bat bathroom battery beans bear bears beast beat beaten beating beats beautiful beauty
became becoming bed bedroom beef beer beg began begging begins behalf behave behavior beings believed believes bell
bells belly belong belongs beloved belt benefit beside bet betrayed bid bigger biggest bike bills birds birth birthday
bit bite black blade blame blanket blast bleeding bless blessed blew blind block blocks blonde blood bloody blow
blowing blown blows blue board boat boats bodies body bomb bombs bone bones books boom boots border bored boring boss
bother bothering bottle bottles bottom bought bound bout bow bowl box boxes boy boyfriend boys brains branch branches
brand brass brave bread break breakfast breaking breaks breasts breath breathe breathing brief brilliant brings broke
broken brothers brought browser brush bucks buddies budget bug bugs build building builds built bullet bullets bump
bunch buried burn burned burning bury bus business bust busted busy butter button buttons cabin cable cake calls calm
camera cameras camp campaign cancel capable capital captured car cards cared career careful carefully cares carpet
carried carry carrying cars cases cash cast castle catch catching cats caught caused cave celebrate cell cells center
cents century ceremony chair challenge chamber chance chances channel chapter character charge charged charges charm
charming chasing chat cheap cheat cheated cheating checks cheering cheese chef chemical chest chick chicken chicks
child childhood children chill chips chocolate choice choices choose chop chose chuckles cigar cigarette cigarettes
circle circumstances circus citizen citizens civil claim claims class classes classic clean cleaned cleaning clear
cleared clerk clever client clients climb clinic clock closed closer closet closing clothes cloud clown club clue
coast coat code codes coffee coincidence cold colleague colleagues collect collection college color colors coma combat
combination comedy comfort comfortable command comment comments commercial commission commit commits committed
committee common community companies company competition compile complain complete complex complicated component
components computer concentrate concern concerned concert condition conditions conference confidence configuration
configure configuring confirm confirmed confused connected connection conscience considered construction contact
contest continue continues contract contracts control convention conversation convince convinced cook cookie cookies
cooking cool cop cops copy corn corner cost costs costume couch council counsel count counter counting country counts
couple courage course court cover covered covering cow cowboy crack crash crawl crazy cream creature creatures credit
crew cried crime crimes criminal criminals crisis critical cross crossed crowd crown cruel crush cry crying culture
cup cure curious current curse customer customers cut cute cuts cutting daily damage damned dance dancer dancing
danger dangerous dark darkness darn data database databases date dated dates dating daughter dead deadline deadlines
deal dealer dealing dear debt debug debugging decent decide decided decision decisions deck deep deeper deeply defeat
defend defendant defense degree degrees deleting delighted deliver delivered delivery demand demon demons denied deny
department depends deploy deployed deploying depressed describe description desert deserve deserves design designed
desire desk desperate dessert destroy destroyed destruction detail details determined developed development
device devil diamond diamonds die died dies diet difference difficult dig digging dime dining dinner direct direction
directly director directories directory dirt dirty disappear disappeared disappointed disaster discover discovered
discovery discuss discussion disease disgusting dish dishes dismissed distance district dive division divorce divorced
doctors document documentation documents dog dogs doll dollar dollars door doors double doubt dough download downloads
downstairs downtown dozen draft drafts drag dragged drama drank draw drawer drawing dream dreamed dreaming dreams
dress dressed dressing drill drink drinking drinks drive driver drives driving drop dropped dropping drove drug drugs
drunk dry duck dude dull dumb dump dumped dust duty dying ear earn earned ears earth ease easier eat eaten eating eats
edge editor education effect effects effort egg eggs eight electric electricity elephant elevator eleven email emails
embarrassed embarrassing emergency emotional empire employee employees empty end ended ending endpoint endpoints ends
enemies enemy energy engaged engagement engine engineer enjoy enjoyed enjoying enter entered entering entertainment
entire entirely entitled entrance entry environment episode equal equipment error errors escape escaped escort estate
event events evidence evil exact exam example examples excellent exchange excited excitement exciting exercise
exhausted exist existence exit expect expected expecting expensive experience experiment expert explain explained
explanation explosion expression extra extraordinary extremely eye eyes fabulous face faces facility fact factory
facts fail failed failure fair fairy fake fall fallen falling falls familiar families family famous fan fancy fans
fantastic fantasy farm fascinating fashion fat fate fault favor favorite favour favourite fear feature features feed
feedback feeding feel feeling feelings feels feet fell fellow fellows felt female fence fever field fields fifth fifty
fight fighter fighting fights figure figured figures file files fill filled film films filthy final financial finds
finest finger fingerprints fingers finish finished fire fired firing firm fish fishing fit fits fix fixed fixes fixing
flag flash flat flesh flew flies flight flip floor flow flower flowers fly flying focus folder folders folks followed
fond food fool fooling foolish fools foot football force forced forces foreign forever forget forgetting forgive
forgot forgotten form former forms forward fought foul found frame frankly freak freaking freedom freezing fresh
friendly friends friendship fries frightened frog front frozen fruit fuel fun function functions funeral funny
furniture future gain gambling game games gang garage garbage garden gas gate gather gave gear general generation
generous genius gentle gentleman gentlemen ghost ghosts giant gift gifts girl girlfriend girls glad glasses glory
gloves goal gold golf goodness goods goose gorgeous gotten grab grabbed grade graduate grand grandfather grandmother
granted grateful grave gray greatest grew ground group grow growing grown guarantee guard guards guess guest guests
guide guilt guilty guitar gum gun guns guts guys gym habit hair halfway hall hand handle handled handling hands
handsome hang hanging happen happened happening happens happier happiness harder harm hat hatch hate hated hates
headache headed heading headquarters heads heal health healthy hear heard hearing heart hearts heat heaven heavens
heavy held helicopter hell helped helpful helps heroes hid hidden hide hiding high higher highest highly highway hill
hills hip hire hired history hit hits hitting hockey hold holding holds hole holes homes homework honest honeymoon
hook hooked hop hoped hopes hoping horrible horse horses hospital hot hotel house houses hug huge human humans humor
hundred hundreds hungry hunting hurt hurting hurts husband hut icon icons idea ideas identify identity idiot idiots
ignore illegal image images imagination imagine implement implementing implements impossible impressed impression
impressive improvement improvements inch inches incident incredible incredibly individual industry influence inform
information informed insane insist install installing instance instructions insult insurance intelligence intelligent
intend intended interest interested interesting interests interface internet interrupt interview introduce introduced
invented investigation invisible invitation invite invited invoice invoices involved iron island issue issues item
jacket jail jazz jealous jet join joined joining joint joke jokes joking journey judgment juice jump jumped jumping
jungle junk jury keeps keyboard keys kick kicked kicking kidding kids kill killed killer killers killing kills kinds
kingdom kiss kissed kissing kitchen knee knees knife knock knocked knocking knowledge knows labor lack ladies laid
lake lamp landed landing language lap late latest laugh laughing laughs laughter launch laundry lawn laws lawyer
lawyers lay layout lazy lead leader leading leads league learn learned learning leather leaves leg legal legend legs
lemon lend lesson lessons lets letter letters letting level libraries library license lied lies life lifetime lift
light lightning lights liked likes limit lines link links lion lips list listened listening lists literally lived
liver lives living load loaded loan lobby local location lock locked locker log login logout lonely loose lose loser
losing loss lost loud lousy love loved lovely lover loves loving loyal loyalty luck lucky lunch lying machine machines
mad magazine magic magnificent maid mail maintain major makeup mall manage managed management manager managers manner
manners market marriage married marry marrying marvelous mask match matches mate material math matter matters meal
meant meantime meat medal medical medication medicine meet meeting meetings member members memories memory men mental
mention mentioned menu menus merely merge merging mess message messages messed messing met metal method methods middle
midnight mighty mile military milk million millions mind minds minister minor miracle mirror miserable missed missile
missing mission mistake mistaken mistakes mix mixed model modern module modules moment moments monitor monkey monster
mood moon moral mothers motion motive motor mountain mountains mouse mouth movement moves movie movies mud murder
murdered murderer murders muscle museum music musical mysterious mystery nail name named names nap nasty national
natural nature neat neck needle negative neighbor neighborhood neighbors nephew nerve nervous network newspaper
newspapers nightmare nights nine noise nonsense noon nose note notes notice noticed nuclear number numbers nurses nuts
object objects obvious occasion occurred odd odds offense offer offered offering office officers official officially
oil older opened opens opera operate operating operation operations operator opinion opportunity opposite option
options orange ordered orders organization original outfit owe owned owner owns oxygen pack package packages packed
packing pages paid pain painful paint painted painting pair palace palm panic pants paper papers parade parameter
parameters pardon parent parents park parking part particular parties partner partners parts party pass passed
passengers passes passing password past patch path pathetic patient patients patrol pattern pay paying pays per
percent perfectly perform performance perfume period permanent permission permit person personal personality personnel
phase phone phones photo photograph photos physical piano pick picked picking picnic picture pictures pie piece pieces
pile pill pillow pills pink pipe pit pitch pity pizza placed places plain plan plane planes planet planned planning
plans plant plastic plate plates play played players playing plays pleasant pleased pleasure pocket pockets poem
poetry point points poison poker police policeman policy polite political politics pool poor pops popular position
positive possession possibility post pot potential pounds pour powder power powerful practical practice precious
precisely prefer pregnant prepared presence present presents press pressure pretend pretending prevent price prices
prime principal print prints prison prisoner prisoners privacy private prize problems procedure proceed process
processes producer product production products professional profile program progress project projects promise promised
promises proof proper property proposal propose protect protecting protection proud prove provide psychiatrist public
pull pulled pulling pulse pump puppy pure purple purpose purse push pushed pushing puts quality quarter quarters
queries query question questions quiet quietly quit rabbit racing radio rage railroad rain raise raised range rap rare
rat rate rats reach reached reaction realise reality realize realized rear reason reasonable reasons recall receive
received reckon recognize recommend record recording records refactor refactoring refuse refused regret regular
rehearsal relationship relationships relax release released releases relief religion religious remain remains
remarkable remembered remind reminds remote remove removed removing rename renaming rent repeat replace report
reported reporter reporting reports repositories repository represent reputation request requests rescue research
resist respect respond response responses responsibility responsible rest restaurant result results retired return
returned returning revenge review reviews revolution reward rid ridiculous riding rights ring ringing rings ripped
rise risk river road robbed robbery robot rocket rocks role roll rolling romantic roof room roommate rooms rope roses
rotten rough round route routine row rub rubber rude ruin ruined rule runs sack sacrifice sad safe safer safety sail
sailor sake sakes salad sale sales sample satellite satisfied sauce save saved saving scare scared scary scene
schedule school schools science scientific scientist score scout scratch scream screaming screams screen screens
screenshot screwed sea seal search searching season seat seats seconds secret secrets section secure security seek
seemed sees self selfish sell selling sends sense sensitive sentence separate series serious seriously serve served
server servers service services serving session sets setting settings settle settled seven shadow shadows shake
shaking shame share sharing shark sheep sheet sheets shell shelter shift shine ship ships shirt shock shocked shoe
shoes shoot shooting shop shopping shot shots shoulder shoulders shout shouting showed shower shown shrink shy sick
side sides sighs sight sign signature signed signs silence silent silly silver sing singing single sisters sit site
sitting situation size skills skin skinny sky sleep sleeping slept slide slip slipped smaller smart smell smells smile
smiling smoke smooth snap sneak soap soccer social socks soda soft sold soldier soldiers solid solution solutions
solve someday someplace sometime song songs sons sooner sore sort soul souls sounded sounds soup source space spare
speak speaking speaks special species specific speech speed spell spend spending spent spin spirits spit spoil spoke
spoken sport sports spot spread spring spy squad square squeeze stable staff stage stairs stake stand standard
standing stands star staring stars starts starving state statement station stations status stay stayed staying stays
steady steak steal stealing steam steel step stepped steps stick sticking sticks stink stinks stock stolen stomach
stone stones stood stopping stops store stories storm story straight strange stranger strangers street streets
strength stress stretch strike string strings strip stroke strong stronger struck struggle stuck student students
studied studio study studying stuff stupid style styles subject success successful sudden suffer suffered suffering
sugar suggest suggestion suggestions suit suitcase suite suits summary summer sun sunshine super supper supplies
supply support suppose supposed surely surface surgery surprise surprised surrender surrounded surveillance survive
survived suspect suspects suspicious swallow swear sweat sweater swell swim swimming swing switch sync system systems
table tables tag tail tale talent talented talked talks tall tank tap tape tapes target task tasks taste tastes tattoo
taught tax taxi tea teacher teachers teaching team tear tears technically technology teeth telephone television tells
temper temperature temporary tend tennis tent term terms terrible terribly terrific territory testify testimony tests
theater theatre theme theory therapy thick thin thinks third thirsty thoughts thousands threat threatened threatening
threw throat throw throwing thrown thumb thunder ticket tickets tie tied tiger tight till timing tiny tip tire tired
title toast toe toes toilet tone tongue tool tools tooth top toss total totally touch touched touching tough tour
towel tower town toy toys trace track tracking tracks trade tradition traffic tragedy tragic trail trailer train
trained training transfer transferred trap trapped trash trauma travel traveling treasure treat treated treating
treatment trees trial trick tricks tries trigger trip troops trouble troubles truck trunk trust trusted tube tune
tunnel turns twist type typical ugly unbelievable uncomfortable unconscious underground underneath understand
understanding understood underwear unfortunate unhappy uniform unique units universe unknown unusual updates updating
upgrade upload uploads upset upstairs urgent useless user users usual vacation valuable value variable variables vault
vehicle version versions vice victim victims victory video videos view village violence violent virus vision visit
visiting visual voice voices vote waiter waitress walked walking walks wall wallet wanting war warm warn warned
warning warrant washed waste wasted wasting watched water waves ways weak weapon weapons wear wearing wears weather
web website websites wedding weed weekend weight weird welcome wet wheel wheels whip whistle white wide wife wild
willing win wind window wine wing wings winner winning wins winter wipe wire wise wish wishes witness witnesses woke
woman women wondered wondering wood wore workers world worried worry worrying worse worst wound wounded wounds wrap
wrapped writer wrote yard yards yell yelling younger youth zero zone zoo`;

export const FRENCH_WORDS = `
absolument accord achats acheter acheté acquis acteurs actif actifs action actionnaire actionnaires actions active
activité activités actuel actuelle actuellement actuels administrateur affaire affaires affiche affiché affirme
agences agents aide ailleurs aime ait ajoute ajouter ajoutée aller amateurs ami amie amis amélioration améliorer
analyse analystes ancien anciens anglais annonce annoncé annuel annuelle année années appareil appareils appel appelle
applications approche argent arrive arriver articles artistes assure assurer assureurs assuré atteindre atteint attend
attendant attendre attendu attention augmentation augmente augmenter augmenté auquel auraient auront auteurs
automatique automatiquement automobile autorités avantage avantages avenir avions avril baisse baisser bancaire
bancaires banque banques barre bas beauté beaux belles besoin besoins biais biens bilan billet bois bonne bonnes bons
bord bout bouton branche bras budgétaire bureau bureaux business but bénéfice bénéfices bénéficiaire bénéficiaires
bénéficie bénéficier cabinet cadre cadres caisse calcul call campagne candidats capable capacité capital capitale
capitalisation capitaux caractéristiques cartes cas catégorie cause cent centaines centrale centres certainement
certaines cesse chambre chances change changement changements changer changé charge charges chargé chat chef chemin
cherche chercher chercheurs chien chiffre chiffres choisi choisir chose choses chute cinq cinéma circonstances
circulation clairement classe classique classiques client clients climat clubs code coeur collaborateurs collaboration
collection comité commande commandes commence commencer commencé commercial commerciale commerciales commerciaux
commun commune communes communication compagnie compagnies comparaison complet complexe comporte comportement composé
comprend comprendre compris compte compter comptes compétences concept conception concerne conclusion concurrence
concurrent concurrents condition conditions conduite confiance confirme confort conjoncture connaissance connaissent
connu connue consacré conscience conseil conseille conseiller conseils conserver considéré consiste consommateur
consommateurs consommation constate constitue constituent constitué constructeur constructeurs construction construire
construit conséquence conséquences conséquent contact contenu contexte contient continue continuer contraire contrat
contrats contribuable convaincre convient corps correction correspond corriger couleur couleurs coup couple coupon
coupons coups courant courrier cours course court courte couverture crise critique croire crois croissance croit
création crée créer créé cuisine culture danger date davantage demande demander demandé demeure dernier derniers
design dessous destiné destinée destinés dette devait devenir devenu devenue devient devise devises devoir devra
devraient devront difficile difficiles difficulté difficultés différence différente différentes différents dimanche
dimension diminuer diminution dire direct directe directement directeur direction dirigeants discours disponible
disponibles dispose disposent disposer disposition disque distance distributeur distributeurs distribution dit divers
diverses dividende division dizaine dizaines document documents doivent dollar dollars domaine domaines domicile
donnent donné données dossier dossiers double doute droit droite droits due durée dynamique débat début décembre
déchets décide décidé décision décisions déclaration déclare décor découverte découvrir défaut défi déficit délai
délégué démarche départ département dépasse dépend dépenses dépit détail déterminer détient développe développement
développer développé effectivement effet effets efficace efforts emploi emplois employés emprunts enfant enfants
enregistré entend entendu entier entreprise entreprises entrée envie environnement erreur essentiellement estime
estiment estimé etc européen européenne européennes européens exactement exclusivement exemple exigences existe
experts explique exportations exposition expérience fabricant fabricants fabrication face facile facilement facteur
facteurs faible faibles faiblesse faillite faisait faisant faite faites faits fallait fallu fameux familiale famille
familles faudra faudrait faute faux faveur favorable fax femme femmes fer fera ferme feu fichier fichiers figure fil
filiale filiales fille film films fils financement financer financier financiers firmes fisc fiscal fiscale fixe fixé
flamand flamande fleurs fonction fonctionne fonctionnement fonctions fond fonds font force forces forcément formation
forme formes formule fort forte fortement fortes fournir fournisseur fournisseurs frais franc francophones francs
fruits furent fusion fut futur fédéral février gagner gagné gamme garantie garder gauche gaz genre gens gestion
gestionnaire gestionnaires global globale gouvernement grand grands graphique grave grimpé groupe groupes guerre guide
géant général génération gérer habitants hasard hausse haut haute hauteur heure heures histoire historique holding
homme hommes hors huit idée idées image images immobilier immédiatement implique importance important importante
importantes importants impossible indispensable industriel industrielle industriels indépendants informations
informatique informatiques inférieur installé institutions internationales internationaux interne introduit
intéressant intéressante intérieur investi investir investissement investissements investisseurs janvier japonais
jardin jeu jeune jeunes jeux joue jouer jour journée jours joué judiciaire juge juillet juin juridique laisse laisser
laissé lancement lancer lancé langage langue large largement leader lecteur lecture lendemain lesquelles lettre
lettres liberté lien lieu lieux ligne lignes limite limites limité limitée liquidités lire liste litres livre livres
lié liés local locale locales location locaux logiciel logiciels logique loi loin longs longtemps longue longueur
lundi lutte luxe luxembourgeois législation machine machines magasin magasins mains maintenir maison maisons majorité
mal maladie management manager manger manque marché marchés marges mariage marketing marque masse matin matériaux
matériel mauvais mauvaise maximum meilleur meilleure meilleures meilleurs membre membres menace mener menu mer message
mesure mesures met mettent mettre milieu milliard milliards milliers million millions minimum ministre ministres
minutes mis mise mobilier mode moderne modifier moindre mois moitié moment monde mondial mondiale monnaie montant
monter montre montrer monétaire mot moteur mots mouvement mouvements moyen moyenne moyens multiples murs musique musée
médecin médecins médias mémoire mérite méthode méthodes métier naissance national nationale naturel nettement neuf
niveau niveaux noir nom nombreuses nombreux nommé noms normes note noter nouveau nouveaux nouvel nouvelle nouvelles
novembre nuit numéro nécessaire nécessairement nécessaires nécessité néerlandais négociations objectif objectifs
objets obligataire obligation obligations obtenir obtenu occupe octobre oeuvre oeuvres offre offrent offrir option
options opération opérations ordinateur ordinateurs ordre oublier outil outils outre ouvert ouverte ouvrage ouvre page
paie paiement paix palais papier parcours parents parfaitement parfum parle parler part partage partenaire partenaires
parti participation participations participer particulier particuliers partie parties partir partis partout parts
passage passant passe passer passé passée patrimoine patron payer pays payé peau peine peinture pense penser pension
perdre performance performances permet permettant permettent permettra permettre permis personnage personnages
personnalité personnel personnes perspective perspectives perte pertes petite petites petits peur peuvent phase
philosophie photo physique pied pieds place placement places plancher plans plastique plat plein pleine plupart poids
point pointe points police politique politiques population portant portefeuille portent portes porté portée pose poser
positif position positions positive possibilité possibilités possible possibles poste potentiel pourra pourraient
pourrait pourront poursuit poursuivre pouvait pouvoir pouvoirs pratique pratiquement pratiques premiers prend prendre
prennent presse pression preuve prime primes principal principale principalement principales principaux printemps pris
prise prises privé privée privés prix probable problème processus prochain prochaine prochaines prochains proche
proches procéder procédure procédé producteur producteurs production productivité produire produit produits professeur
profession professionnel professionnelle professionnels profit profiter programme programmes progression
progressivement progressé projet projets promotion propos propose proposent proposer proposition proposé propre
propres propriétaire propriétaires propriété protection protéger précis précise précisément précompte précédent
préférence préparation présence présent présentation présente présentent présenter présenté président prévisions
prévoit prévu prévue public publication publicité publics publique publiques publié puissance puisse put période
qualité qualités quantité quart quartier quasi quatre question questions quinze quotidien rachat raison raisons
ralentissement rapide rapidement rappeler rappelle rapport rapports rare rarement rares rating recettes recevoir
recherche recherches record recours recul redressement regard regarder relation relations relative relativement
remarquable remboursement remettre rencontre rend rendement rendre rendu rentabilité reprend reprendre repris reprise
reprises représentant représente représentent respect respectivement responsabilité responsable responsables
ressources restaurant reste restent rester restera restructuration retard retour retrouve retrouver return revanche
revenir revenu revenus revient riche risque risques rouge route rue rythme réaction réalisation réalise réaliser
réalisé réalisée réalisées réalisés réalité récemment récente récupérer réduction réduire réduit réel réelle
réellement réflexion réforme référence régime région régional régions réglementation rémunération répond répondre
réponse réputation réseau réseaux réserve réserves résistance résultat résultats réunion réussi réussite saison sait
salaire salaires salle salles salut samedi santé savoir scientifique scénario second seconde secondes secret
secrétaire secteur secteurs sein semaine semaines semble semblent semestre sensible sensiblement sentiment septembre
seraient seront sert service services servir seul seule seuls signe signifie signé simple simples site sites situation
situe situé six social sociale sociales sociaux société sociétés software soi soient soins soir solde solide solution
solutions sommet sort sorte sortie sortir souci souhaite souligne soumis source sources soutien spectacle
spectaculaire spécialiste spécialistes spécialisée spécifique standard statut stratégie stratégique structure style
succession suffisamment suffit suit suivant suivante suivi suivre sujet superbe supplémentaire supplémentaires support
supprimer supérieur supérieure surface surprise syndicats sécurité sélection série sérieux table tableau tableaux
taille tarifs taux taxe technique techniques technologie technologies telles tels temps tendance tenir tente tenu
tenue terme termes terrain territoire texte textes tient tiers tirer titre titres tonnes total totale totalement
touche tour tourisme tourne tourner tradition traduit train traitement transactions transfert transmission transport
travail travaille travaillent travailler travailleurs travaux travers tribunal trimestre trois trouve trouvent trouver
trouvé type types téléphone télévision unique uniquement unités usage usine utile utilisateurs utilise utiliser
utilisé utilisés vacances valeur valeurs vaste vaut veille vend vendeur vendre vendredi vendu venir vent vente ventes
venu verre version vert veulent veut via victimes vidéo viennent vient vieux vigueur village ville villes vin vingt
vins visage vise vision visite vit vite vitesse vivre voie voir voire voisins voit voiture voitures voix vol
volontiers volonté volume vont vouloir voulu voyage voyages vrai vue véhicule véhicules vérifier véritable vérité
wallon wallonne warrant warrants yeux zone zones échéance école écoles économie économies économique économiques écran
écrit également élections électrique électronique élevé élevée élevés élément éléments émis émissions énorme époque
équipe établi état étrangers étude études étudiants éventuellement évident éviter évolution événements`;

export const SPANISH_WORDS = `
abierta abierto abogado abran abrir absolutamente absoluto acaba acabado acabar acabas acabo acabó acaso acceso
accidente acciones acción aceptar acerca actuar acuerdas acuerdo acá adelante adiós adónde afuera agente agentes
agradable agradezco aguanta alegra alegro alerta almuerzo alrededor aléjate amable amas amenaza americanos amigo
amigos andando andar anillo animal animales anoche apartamento apoyo aprender apuesto apúrate aquellos araña archivo
archivos arreglar asiento aspecto asunto asuntos asustado ataque atención atrás aun autobús autos auxilio averiguar
aviones avión ayuda ayudar ayudarlo ayudarme ayudarte ayude ayúdame añadir año años bailar baile bajar balas basta
basura batalla baño bebe beber bebé beso bienvenida bienvenido bienvenidos blancos boda bola borracho botella botón
broma bromeando buen busca buscando buscar busco cabeza cable cae caer calle calma calor cama cambia cambiado cambiar
cambio caminar camioneta camisa camión campeón canción cansado cantar capaz caray carga cargo carro carta cartas casa
casado causa cayó cena cenar cerca cerebro cerrado cerrar cerveza chicas chicos ciencia cierra cierto cine cinta
cirugía cita ciudad clase clases clave cliente clientes coche cocina coger color combate come comenzar comer comida
comienza compañero compañeros completamente completo comprar comprendo computadora común confianza confiar confía
conoce conocemos conocen conocer conocerte conoces conocido conocí conocía conozco conseguir consejo contacto contar
continuar contrato control controlar conversación corre correcto corregir correr corriendo corta corte cosas creen
creer creerlo crees creí creía crimen criminal créeme cualquiera cuanto cuantos cuarto cuchillo cuello cuenta cuentas
cuento cuerpo cuerpos cuestión cuidado cuidar culpa culpable cumpleaños curso cuántas cuántos cállate cálmate código
dama dando darle darme darte dará daré das date datos daño debajo deben deber deberíamos deberían deberías debes debió
debo debí debía decidido decir decirle decirles decirlo decirme decirte decisión decía dedo dedos defensa
definitivamente deja dejado dejar dejarlo dejaré dejas dejaste deje dejen dejes dejo dejé dejó delante demasiado demás
departamento depende desapareció desastre desayuno descansar desea desgraciado despacio despierta destino destruir
detalles detective detener detente diario dicen dices diciendo dientes dieron diez diferencia diferente diferentes
difícil diga digamos digas digo dije dijeron dijiste dile diles dime dinero dio dirección directo director diré diría
disculpa disculpas disculpe disculpen discutir dispara disparar disparo distancia diste divertido doble dolor dormido
dormir doy dudo duele dueño dura débil déjalo déjame déjeme déjenme día días dígame dólares echar edad edificio
efectivo efecto ejemplo ejército elección eliminar embarazada embargo emergencia empezar empezó empieza empleo
enamorado encanta encantado encantador encantaría encontrado encontramos encontrar encontraron encontraste encontré
encontró encuentra encuentras encuentro enemigo enemigos energía enferma enfermedad enfermera enfermo enorme entender
entendido entera entero entiende entiendes entiendo entra entrada entrar entrenamiento entró envió equipo equivocado
eras error escapar escena escribir escrito escucha escuchado escuchando escuchar escuche escuchen escucho escuché
escuela escúchame espacio espada espalda especial especialmente especie espectáculo espera esperaba esperamos
esperando esperar esperas espere esperen espero esposa esposo estaban estabas estan estaremos estará estarán estarás
estaré estaría estilo estrellas estudiante estudio estupendo estuve estuviera estuviste estuvo estábamos estás esté
estén estés estómago evidencia exactamente exacto excelente excepto existe experiencia explicar extraña extraño falta
familia familiar famoso fantasma fantástico favor felices feliz fiesta final finalmente fondo forma formas foto fotos
francés frente fueras fuertes fuerza fuerzas fui fuimos fuiste fumar funciona fácil gana ganado ganar ganas gato
genial genio gente gobierno gracioso grandioso gratis grave grupo guardia guardias gusta gustaba gustan gustaría gusto
gustó haberlo haberte habido habitación habla hablado hablamos hablan hablando hablar hablas hable hablemos hables
hablo hablé habló habría habías hacemos hacen hacerle hacerlo hacerme hacerte haces haciendo hacía haga hagamos hagan
hagas hago hambre haremos hará harán harás haré haría harías has hayan hayas haz hazlo hecho hechos helicóptero herida
herido hermana hermano hey hice hiciera hicieron hicimos hiciste hielo hijos historia historias hizo hogar hombre
hombres hora horas horrible hotel hubiera hubieras hubiese hubo huele humana humanidad humano humanos humor héroe ibas
ideas imagen imagino importa importante imposible increíble infierno información informe inmediatamente inmediato
inocente inteligente intención intenta intentando intentar intentarlo intento interesa interesante interior
investigación inútil ios iremos irme irnos irse irte irá irás iré izquierda jefe joven juego juegos jugando jugar
juicio juntos juro justicia jóvenes laboratorio lado lados ladrón lamento leche leer lejos lengua levántate ley leyes
libro libros limpio listo listos llamaba llamada llamadas llamado llaman llamando llamar llamaré llamas llame llamo
llamé llamó llaves llega llegado llegamos llegar llego llegue llegué llegó llena lleno llevamos llevan llevar llevaron
llevará llevaré llevas lleve llevo llevó llorar lluvia llámame loca local loco locos locura luces luchar lugar lugares
lástima líder magia majestad mal malas maldición malo malos mando manejar manera mano manos mantener mapa maravillosa
maravilloso marcha marido matando matarlo matarme mataron matarte mataré mataste matrimonio medicina mejores memoria
mensaje mente mentira mentiras menudo mes meses metido metros miedo miembro miembros millas millones millón ministro
minutos mirando mirar mire miren mires misma mismos mitad modelo modificar modo modos molesta momento momentos
monstruo morir motivo movimiento muchacha muchacho muchachos muere muerta muerte muertos muestra muevas mueve mujer
mundial murieron murió muévanse muévete máquina máximo médico mía mío mírame música nariz natural naturaleza nave
navidad necesario necesita necesitaba necesitamos necesitan necesitar necesitas necesito negocio negocios nervioso
nieve nivel niña niño niños noches nombres nosotras nota noticia noticias novio nuestras nuestros número números
objetivo obra ocupado ocurre ocurrido ocurrió odio oferta oficial oficiales oficina oiga oigan oigo ojalá ojos olor
olvida olvidado olvidar olvides olvidé olvídalo opción operación opinión oportunidad orden orgulloso original
oscuridad oscuro oye oyes oído oír oíste paciente pacientes paga pagar pago palabra palabras pantalones papa papel
papeles par parar parece parecen parecer pareces pareció parecía pared pareja partes partido partir pasa pasada pasado
pasan pasando pasar pasará pase paseo pastel pasé pasó pecho pedazo pedido pedir pedí pelea pelear peligro peligroso
pelo pelota película películas pensaba pensado pensando pensar pensé peor pequeña pequeño pequeños perder perdiendo
perdimos perdiste perdió perdona perdone perdí perdón perdóname perfecta perfectamente perfecto periódico permiso
permite perro perros persona personal personas pertenece pesar peso pide pidió pido piel piensa piensan piensas pienso
pierna piernas pies piso pistola podamos poderes poderoso podido podremos podrá podrás podré podríamos podrían podrías
podía policía policías política pon pone poner ponga poniendo ponte porqué posibilidad posible posición precio
preciosa precioso prefiero pregunta preguntaba preguntar preguntas pregunto premio preocupa preocupado preocupe
preocupes preparado presencia presente presento presión primer primo principal principio prisa prisión privado probar
problema problemas profesional profesor profundo programa prometo propia propiedad propio propósito protección
proteger proyecto prueba pruebas próxima próximo pude pudiera pudiste pudo pueda puedan puedas puedes pulso puntos
puse puso página público queda quedan quedar quedarme quedarse quedarte quedas quede quedo quedó queremos querer
quería querían querías quienes quiera quieras quiere quieren quieres quieto quise quisiera quiso quiénes quédate
quítate radio raro rayos realidad recibido recibir recordar recuerda recuerdas recuerdos red refieres refiero regalo
reglas regresa regresar regrese regresen regreso reino relaciones relación reloj relájate repente respecto respeto
respira respirar responsabilidad responsable respuesta respuestas restaurante resto resultado resultados reunión
revista ridículo riesgo robar robo robot robots robó ropa ruido rápido sabe sabemos saben saber saberlo sabes sabia
sabía sabías sacar saldrá sale salga salgamos salgan salida salido saliendo salir salió salud salvar salvo sangre sea
seas sección secretos seguimos seguir segunda segundos seguridad seguro seguros semana semanas sentado sentido
sentimientos sentir sentí sentía sepas ser seria serie serio servicio será serán serás seré señal señores show sido
siente sientes siento siga sigan significa sigo siguen sigues siguiente simple simplemente siquiera sirve sistema
situación siéntate siéntese sobrevivir sociedad socio soldados solos solía sombrero sonido sorpresa sospechoso subir
sucede sucedió suelo suena sueño sueños suficiente suficientemente sujeto supone supongo supuesto suya talento tamaño
tambien tantas tantos tarde tardes tarea tarjeta taxi techo televisión teléfono tema temo temprano tendremos tendrá
tendrán tendrás tendré tendría tenga tengan tengas tenia tenido teniendo teníamos tenían tenías tercera termina
terminado terminar termine terminó terrible testigo tiempo tiempos tienes tipo tipos tiro tocar tomado tomando tomar
tomaré tome tomo tomó tonterías toque toques tormenta total totalmente trabaja trabajando trabajar trabajas trabajo
trae traer trago traje trajo tranquilo trata tratando tratar trato través traído tren triste tropas tumba turno tuve
tuviera tuvimos tuviste tuvo tuya tuyo universidad universo usando usar vacaciones valiente valor vas vaya vayamos
vayan vayas vea veamos velocidad vemos ven vender vendrá venga vengan venganza vengo venido venir veo verano veras
verdad verdadera verdadero veremos vergüenza verificar verla verlo verme verte verá verás veré vestido vete veía viaje
vidas video viejos viendo viene vienen vienes viernes vieron vimos viniste vio virus visita vistazo viste visto viva
vive viviendo vivir vivo vivos volar voluntad volver volverá volveré volviendo volvió vos vosotros voz vuelo vuelto
vuelva vuelvas vuelve vuelvo vámonos váyanse víctima yendo zapatos árbol época éramos ésa ése ésta éste éxito órdenes
última últimamente últimos única único`;

/** Those of them that are also nouns in German, according to a German dictionary. */
export const GERMAN_NOUNS = `
account action agenda alarm ami analyse analysis annonce apartment argument array arrest artist augmentation baby
background backup baisse balance band bank base baseball basis basketball beat beauty bit blind block boom boots bord
boss box boy branche brand brief browser budget bug bus business butter button camp cent center chance charge chat
chef chiffre chose circus civil client clown club code commune computer cookie couch couleur coup coupon courage cover
cowboy crash crew deadline deal dealer deck design dessert dessous detail devise dimension disposition distribution
division dollar dossier double download drama dress drink editor embargo end engagement entertainment episode
equipment experiment explosion exposition extra faible fall fan farm fax feature feedback fell filiale film finger
flash fond form formation foto foul franc freak front fusion futur gang garage garantie gas general generation genius
genre gentleman gift global gold golf grab gusto guts hall hand hang hausse haut held hit hockey holding hospital
hotel human humor hut icon idiot image imagination impression individual information informations interface internet
interrupt interview island jazz jet jury keyboard killer labor lack layout leer letter level lied lift limit link
links lire list lobby lock login mail major mal malo management manager marketing masse material maximum meeting mess
messing milieu military million minimum minister mission mix mode moment monitor monster moral motor museum musical
name national niveau nota obligation office operation operations operator option options orange orden original pack
palais papa papier parade parameter parcours pardon parfum park part partie partner party pass passage passant patch
patient patron pension performance person personal phase philosophie photo photograph piano pizza plan planet pointe
poker police pool population portefeuille pose position positions post potential power press presse pression prime
profession profit progress progression promotion pump put quart quartier radio rain rapport rat rating rats recherche
relation relief religion report reporter reputation rest restaurant revanche review revolution ring roll route routine
ruin sack safe saison salut sample sauce screenshot sein sentiment serie server service session shell shop show sing
single situation slip soda software sold song sorte spin sport spot spring stand standard star statement station
status statut steak stock story stress stuck student studio suggestion suite summer sun super support swing switch
system tableau tag taille talent tank task taste tattoo taxi team technologie television tennis term terrain theater
ticket tiger timing toast tool top total tour tradition trailer training transfer transmission transport trauma
tribunal trick trip trunk tube tunnel uniform upgrade upload user version versions video virus visage vision visite
wall warm warn warrant web website wedding wild wind winter zone zoo`;

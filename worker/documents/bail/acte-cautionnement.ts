import { manquesAgence } from "#domain/agence/agence.ts";
import { phrasesDe } from "#domain/avertissement.ts";
import { deStationnement, locatairesDe, modeCharges, sousLoi89 } from "#domain/bail/bail.ts";
import {
  avertissementsCautionnement,
  finEngagement,
  montantMaximal,
  sansSolidarite,
} from "#domain/bail/cautionnement.ts";
import { duree } from "#domain/bail/duree.ts";
import { manquesDuBail } from "#domain/bail/parties.ts";
import { jourEnLettres } from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import type { Caution } from "#domain/personnes/caution.ts";
import { estMorale, type Personne } from "#domain/personnes/personne.ts";
import { motDuDroit } from "#domain/personnes/propriete.ts";
import { COLOCATAIRES } from "#domain/personnes/titulaires.ts";
import {
  auxBailleurs,
  avantDeSigner,
  BLANK,
  deLettres,
  donneesPersonnelles,
  enTete,
  enumeration,
  faitA,
  orBlank,
  personne,
  piedDePage,
  representation,
} from "../mentions.ts";
import type { Block, Composed, Inline } from "../page/blocks.ts";
import { RESILIATION_CAUTION } from "../textes-legaux.ts";
import {
  adresseBailleur,
  adresseEnLigne,
  type Bail,
  capitale,
  dureeEnLettres,
  etatCivil,
  eurosEtLettres,
  jourOuBlanc,
  lieuDeSignature,
  mandataireSignataire,
  paragraphe,
} from "./bail.ts";
import { MONTANTS_CHARGES } from "./conditions.ts";
import { faits, gras, type Ligne } from "./parties.ts";
import { clauseRevision } from "./revision.ts";

const TITRE = "ACTE DE CAUTIONNEMENT SOLIDAIRE";

/**
 * The guarantee of a lease by one person (art. 22-1 of loi n° 89-462, art. 2297 of the Code civil; bail/README §5).
 * The guarantor writes the mention of art. 2297 himself: the paper prints a model of it, and an empty frame when it is
 * signed by hand.
 */
export function acteCautionnement(bail: Bail, caution: Caution): Composed {
  const { agence, emission } = bail;
  return {
    document: {
      title: `${TITRE} – ${personne(caution)}`,
      metadata: { author: agence.agenceNom, subject: TITRE, date: emission },
      letterhead: enTete(agence, bail.logo),
      footer: piedDePage(agence),
      initials: bail.electronique ? [] : ["Caution", "Mandataire"],
      blocks: [
        { kind: "title", text: TITRE, subtitle: loiApplicable(bail) },
        ...sections(bail, caution).flatMap(([titre, blocs], rang): Block[] => [
          { kind: "heading", text: `${rang + 1}. ${titre}` },
          ...blocs,
        ]),
        ...signatures(bail, caution),
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...manquesDuBail(bail),
      ...phrasesDe(avertissementsCautionnement(bail, caution)),
    ],
  };
}

const loiApplicable = (bail: Bail): string =>
  sousLoi89(bail)
    ? "Article 22-1 de la loi n° 89-462 du 6 juillet 1989 et article 2297 du Code civil"
    : "Article 2297 du Code civil";

function sections(bail: Bail, caution: Caution): [string, Block[]][] {
  return [
    ["La caution", [laCaution(caution)]],
    [
      bail.bailleurs.length > 1 ? "Les bailleurs, créanciers" : "Le bailleur, créancier",
      [leBailleur(bail)],
    ],
    [
      locatairesDe(bail).length > 1 ? "Les locataires garantis" : "Le locataire garanti",
      leLocataire(bail, caution),
    ],
    ["Le bail garanti", [leBail(bail)]],
    ["L'engagement de la caution", engagement(bail, caution)],
    ["La durée de l'engagement", dureeEngagement(bail, caution)],
    ...(caution.complement?.trim()
      ? ([["Conditions particulières", alineas(caution.complement)]] as [string, Block[]][])
      : []),
    ["Données personnelles", [paragraphe(donneesPersonnelles(bail.agence, "cautionnement"))]],
    ["Mention apposée par la caution", mention(bail, caution)],
  ];
}

const alineas = (texte: string): Block[] =>
  texte
    .split(/\n+/)
    .map((ligne) => ligne.trim())
    .filter(Boolean)
    .map(paragraphe);

function laCaution(caution: Caution): Block {
  const { adresse, cp: codePostal, ville, naissance, lieuNaissance } = caution;
  const ne = caution.titre === "Monsieur" ? "Né" : "Née";
  return faits([
    ["Nom", gras(personne(caution))],
    [ne, `le ${jourOuBlanc(naissance)} à ${orBlank(lieuNaissance)}`],
    ["Demeurant", adresseEnLigne({ adresse, codePostal, ville })],
    ["Téléphone", orBlank(caution.mobile)],
    ["Adresse électronique", orBlank(caution.mail)],
  ]);
}

function leBailleur(bail: Bail): Block {
  const { agence, bailleurs } = bail;
  const { agenceAdresse: adresse, agenceCp: codePostal, agenceVille: ville } = agence;
  return faits([
    ...(bailleurs.length === 0 ? [{ nom: BLANK, domicile: BLANK }] : bailleurs.map(identite)).map(
      ({ nom, domicile }): Ligne => [
        "Bailleur",
        [{ text: nom, bold: true }, { text: `\n${domicile}` }],
      ],
    ),
    [
      "Représenté par",
      `${orBlank(agence.agenceNom)}, mandataire\n${adresseEnLigne({ adresse, codePostal, ville })}`,
    ],
  ]);
}

const identite = (client: Bail["bailleurs"][number]) => ({
  nom: [`${personne(client)}${representation(client)}`, motDuDroit(client)]
    .filter(Boolean)
    .join(", "),
  domicile: adresseBailleur(client),
});

function leLocataire(bail: Bail, caution: Caution): Block[] {
  const locataires = locatairesDe(bail);
  const { locataire } = bail;
  const etatsCivils = [
    estMorale(locataire)
      ? `${personne(locataire)}${representation(locataire)}`
      : etatCivil(locataire),
    ...locataires.slice(1).map((second) =>
      etatCivil({
        ...second,
        nomJeuneFille: locataire.autreNomJeuneFille,
        naissance: locataire.autreNaissance,
        lieuNaissance: locataire.autreLieuNaissance,
      }),
    ),
  ];
  return [
    faits(etatsCivils.map((texte): Ligne => ["Locataire", gras(texte)])),
    ...colocataires(bail, caution),
  ];
}

/**
 * The clause for two tenants. In a mobility lease, one box for each tenant, to tick the one whom the guarantor
 * covers. In another lease, the name of the tenant whose departure ends the guarantee, or boxes when the name is
 * unknown. Nothing for a single tenant, or outside the law of 1989.
 */
function colocataires(bail: Bail, { colocataire }: Caution): Block[] {
  const noms = locatairesDe(bail).map(personne);
  if (noms.length < 2 || !sousLoi89(bail)) return [];
  const aCocher = (items: readonly string[]): Block => ({
    kind: "list",
    items: items.map((text) => ({ text, checked: false })),
  });
  const chacun = locatairesDe(bail).some(({ titre }) => titre === "Monsieur")
    ? "chacun"
    : "chacune";
  if (sansSolidarite(bail))
    return [
      paragraphe("En l'absence de solidarité entre les locataires, la caution garantit\u00A0:"),
      aCocher([...noms.slice(0, -1), `${noms.at(-1)}, ${chacun} pour ses seules obligations.`]),
    ];
  if (colocataire) {
    const nom = noms[COLOCATAIRES.indexOf(colocataire)] ?? BLANK;
    return [
      paragraphe(
        `Le colocataire dont le départ met fin à l'engagement de la caution est ${nom}\u00A0: cet engagement cesse à la date d'effet de son congé si un nouveau colocataire figure au bail et, à défaut, au plus tard six mois après cette date (article 8-1, VI, de la loi du 6 juillet 1989).`,
      ),
    ];
  }
  return [
    paragraphe(
      "En cas de colocation, colocataire dont le départ met fin à l'engagement de la caution, au plus tard six mois après la date d'effet de son congé (article 8-1, VI)\u00A0:",
    ),
    aCocher(noms),
  ];
}

/** The address of the dwelling; a parking space also has its number. */
function lieuLoue(bail: Bail): string {
  const adresse = adresseEnLigne(bail.appartement);
  const { situation } = bail.appartement;
  return deStationnement(bail) && situation?.trim() ? `${adresse}, ${situation.trim()}` : adresse;
}

function leBail(bail: Bail): Block {
  const { dossier } = bail;
  const { mois, terme } = duree(bail);
  const sansMoisEntiers = mois === null && terme !== null;
  return faits([
    ["Bail signé le", jourOuBlanc(dossier.dateCreationBail)],
    ["Prise d'effet", jourOuBlanc(dossier.dateDebutBail)],
    [
      "Durée",
      `${capitale(dureeEnLettres(bail))}${sansMoisEntiers ? "" : `, jusqu'au ${jourOuBlanc(terme)}`} inclus`,
    ],
    [deStationnement(bail) ? "Emplacement" : "Logement", lieuLoue(bail)],
    ["Loyer mensuel hors charges", eurosEtLettres(dossier.loyerHC)],
    dossier.loyerCharge === 0
      ? ["Charges", "Néant"]
      : [
          MONTANTS_CHARGES[modeCharges(bail.regime, dossier.chargesMode)],
          eurosEtLettres(dossier.loyerCharge),
        ],
    ["Total mensuel", eurosEtLettres(somme(dossier.loyerHC, dossier.loyerCharge))],
    ["Révision du loyer", clauseRevision(bail)],
  ]);
}

/**
 * The sentence on two rights of the guarantor, the benefits of discussion and of division: waived, except division in
 * a mobility lease with two tenants.
 */
function benefices(bail: Bail): string {
  const separes = sansSolidarite(bail);
  const peut = bail.bailleurs.length > 1 ? "les bailleurs peuvent" : "le bailleur peut";
  const qui = locatairesDe(bail).length > 1 && !separes ? "les locataires" : "le locataire";
  const division = separes
    ? DIVISION_GARDEE
    : `S'il y a plusieurs cautions, elle renonce au bénéfice de division\u00A0: ${peut} réclamer à chacune la totalité de la dette, dans la limite de son engagement.`;
  return `L'engagement étant solidaire, la caution renonce au bénéfice de discussion\u00A0: ${peut} la poursuivre sans avoir poursuivi d'abord ${qui}. ${division}`;
}

/**
 * In a mobility lease, neither the tenants nor their guarantors owe one another’s parts (art. 25-13, II of loi n°
 * 89-462).
 */
const DIVISION_GARDEE =
  "Il n'y a de solidarité ni entre les locataires, ni entre leurs cautions (article 25-13, II)\u00A0: la caution garde le bénéfice de division.";

function engagement(bail: Bail, caution: Caution): Block[] {
  const locataires = sansSolidarite(bail)
    ? "chaque locataire qu'elle garantit et pour les seules obligations de celui-ci"
    : enumeration(locatairesDe(bail).map(personne));
  const maximum = montantMaximal(bail, caution);
  const texte: Inline = [
    {
      text: `La caution s'engage envers ${auxBailleurs("le", bail.bailleurs)}, solidairement avec ${locataires}, à payer les sommes dues au titre du bail en cas de défaillance\u00A0: loyers, charges, indemnités d'occupation, réparations locatives, intérêts et frais, dans la limite `,
    },
    ...deLettres(maximum),
    { text: " en principal et accessoires." },
  ];
  return [paragraphe(texte), paragraphe(benefices(bail))];
}

function dureeEngagement(bail: Bail, caution: Caution): Block[] {
  const duree =
    caution.dureeType === "indeterminee"
      ? "L'engagement est conclu pour une durée indéterminée."
      : `L'engagement est conclu pour une durée déterminée, jusqu'au ${jourOuBlanc(finEngagement(bail, caution))} inclus, pour les sommes nées jusqu'à cette date.`;
  return [
    paragraphe(duree),
    ...(caution.dureeType === "indeterminee" && !sousLoi89(bail)
      ? [
          paragraphe(
            `La caution peut y mettre fin à tout moment pour l'avenir, moyennant un préavis ${preavis(caution)} (article 2315 du Code civil).`,
          ),
        ]
      : []),
    ...(sousLoi89(bail)
      ? [
          paragraphe(
            "Reproduction de l'avant-dernier alinéa de l'article 22-1 de la loi du 6 juillet 1989\u00A0:",
          ),
          { kind: "quote" as const, paragraphs: [`« ${RESILIATION_CAUTION} »`] },
        ]
      : []),
  ];
}

const preavis = ({ preavis }: Caution): string =>
  preavis === 1 ? "d'un mois" : `de ${preavis ? `${preavis}\u00A0mois` : BLANK}`;

/** The pronoun for the tenants named just before: « celui-ci », « celle-ci », « ceux-ci », « celles-ci ». */
function rappel(locataires: readonly Personne[]): string {
  const feminin = locataires.every(
    (locataire) => estMorale(locataire) || locataire.titre !== "Monsieur",
  );
  if (locataires.length > 1) return feminin ? "celles-ci" : "ceux-ci";
  return feminin ? "celle-ci" : "celui-ci";
}

/**
 * The rights that the guarantor waives (benefits of discussion and division); in a mobility lease with two tenants, he
 * keeps the benefit of division.
 */
function renonciation(
  bailleurs: readonly unknown[],
  { pluriel, separes }: { pluriel: boolean; separes: boolean },
): string {
  const qui = pluriel ? "les locataires" : "le locataire";
  const [poursuivre, diviser] =
    bailleurs.length > 1
      ? [`qu'ils poursuivent d'abord ${qui}`, "qu'ils divisent leurs poursuites"]
      : [`qu'il poursuive d'abord ${qui}`, "qu'il divise ses poursuites"];
  return separes ? poursuivre : `ni ${poursuivre}, ni ${diviser} entre les cautions`;
}

function mention(bail: Bail, caution: Caution): Block[] {
  const bailleurs = enumeration(bail.bailleurs.map(personne));
  const separes = sansSolidarite(bail);
  const locataires = locatairesDe(bail);
  const noms = separes ? BLANK : enumeration(locataires.map(personne));
  const pluriel = locataires.length > 1 && !separes;
  const doit = `${bail.bailleurs.length > 1 ? "leur" : "lui"} ${pluriel ? "doivent" : "doit"}`;
  const limite = deLettres(montantMaximal(bail, caution)).map(({ text }) => text);
  return [
    paragraphe(
      bail.electronique
        ? "La caution saisit elle-même, sur la page où elle signe, la mention de l'article 2297 du Code civil, que la page de preuve rapporte. Modèle\u00A0:"
        : "La caution appose elle-même, dans le cadre ci-dessous, la mention de l'article 2297 du Code civil. Modèle\u00A0:",
    ),
    {
      kind: "quote",
      paragraphs: [
        `« Je m'engage, en qualité de caution, à payer à ${bailleurs} ce que ${doit} ${noms} au titre du bail du ${jourOuBlanc(bail.dossier.dateCreationBail)} en cas de défaillance de ${separes ? "sa part" : rappel(locataires)}, dans la limite ${limite.join("")} en principal et accessoires. Je reconnais ne pouvoir exiger ${auxBailleurs("du", bail.bailleurs)} ${renonciation(bail.bailleurs, { pluriel, separes })}. »`,
      ],
      keep: true,
    },
    ...(bail.electronique ? [] : [CADRE]),
    {
      ...paragraphe("La caution reconnaît avoir reçu un exemplaire du contrat de location."),
      keep: true,
    },
  ];
}

const CADRE: Block = {
  kind: "writingBox",
  label: "Mention apposée par la caution elle-même",
  height: 60,
  keep: true,
};

function signatures(bail: Bail, caution: Caution): Block[] {
  const date = caution.dateCautionSolidaire;
  const { bailleurs } = bail;
  return [
    {
      kind: "signature",
      ...faitA(
        {
          lieu: lieuDeSignature(bail),
          jour: date ? jourEnLettres(date) : BLANK,
          exemplaires: null,
        },
        bail,
      ),
      signatories: [
        { role: "La caution", name: personne(caution), detail: avantDeSigner(null, bail) },
        {
          ...mandataireSignataire(bail),
          role: `Pour ${auxBailleurs("le", bailleurs)}, qui ${bailleurs.length > 1 ? "acceptent" : "accepte"}, le mandataire`,
        },
      ],
      room: 18,
    },
  ];
}

import type { Agence } from "#domain/agence/agence.ts";
import type { MandantDuMandat } from "#domain/gerance/mandats/actes-mandat.ts";
import { avecConsommateur } from "#domain/missions/mandat.ts";
import { formatEuros, formatNombre, horsTaxe, montantTva } from "#domain/montants.ts";
import { deNom } from "#domain/orthographe.ts";
import { contactParDefaut, TELEPHONES_CLIENT } from "#domain/personnes/client.ts";
import type { Client } from "#domain/personnes/client-fiche.ts";
import { donneEnLocation, motDuDroit } from "#domain/personnes/propriete.ts";
import {
  adresseBailleur,
  adresseEnLigne,
  capitale,
  etatCivil,
  mailBailleur,
  paragraphe,
  QUALITES,
} from "../bail/bail.ts";
import { faits, gras } from "../bail/parties.ts";
import {
  avantDeSigner,
  BLANK,
  chiffresSoudes,
  donneesPersonnelles,
  enumeration,
  garantie,
  type ModeDeSignature,
  mandataire,
  orBlank,
  personne,
  representation,
} from "../mentions.ts";
import type { Block, Inline, Signatory } from "../page/blocks.ts";

export type Mandant = MandantDuMandat;

const titre = (text: string): Block => ({ kind: "heading", text });

/**
 * The section on the principals and the agency (décret n° 72-678, art. 72 and 92).
 * @param hoguet whether the mandate is under the law of 1970 (loi Hoguet, on agencies); another service prints the
 * card and the guarantor only when the agency has them
 */
export function partiesDuMandat(
  mandants: readonly Mandant[],
  agence: Agence,
  { hoguet = true }: { hoguet?: boolean } = {},
): Block[] {
  return [
    titre(mandants.length > 1 ? "Les mandants" : "Le mandant"),
    ...(mandants.length === 0
      ? [
          faits([
            ["Nom", BLANK],
            ["Domicile", BLANK],
          ]),
        ]
      : mandants.map((mandant) => faits(identite(mandant)))),
    ...(mandants.length > 1
      ? [paragraphe("Dénommés ensemble ci-après «\u00A0le mandant\u00A0».")]
      : []),
    ...desNusProprietaires(mandants),
    titre("Le mandataire"),
    faits(identiteAgence(agence, hoguet)),
  ];
}

/**
 * The right of a principal, « Usufruitière »; one line for each dwelling when the right is not the same for all; none
 * for a full owner.
 */
function droitsDe({ demembrements = [], ...client }: Mandant): string[] {
  const partout = motDuDroit(client);
  if (partout) return [capitale(partout)];
  return demembrements.map(
    ({ droit, logement }) =>
      `${capitale(motDuDroit({ ...client, droit }) ?? "")}\u00A0: ${adresseEnLigne(logement)}`,
  );
}

/**
 * The paragraph on bare owners, who neither let nor receive a rent (Code civil, art. 582, 595, 605); none without bare
 * owners.
 */
function desNusProprietaires(mandants: readonly Mandant[]): Block[] {
  const nus = mandants.filter((mandant) => !donneEnLocation(mandant));
  if (nus.length === 0) return [];
  const qui = nus.map((nu) => `${personne(nu)}, ${motDuDroit(nu)},`);
  const loueurs = mandants.filter(donneEnLocation).map(personne);
  const [donne, percoit, recoit] =
    loueurs.length > 1 ? ["donnent", "perçoivent", "reçoivent"] : ["donne", "perçoit", "reçoit"];
  return [
    paragraphe(
      `${enumeration(qui)} n'${nus.length > 1 ? "interviennent" : "intervient"} au présent mandat que pour les actes qui excèdent l'administration, notamment les grosses réparations (articles 605 et 606 du Code civil). ${enumeration(loueurs)} ${donne} en location, ${percoit} les loyers et ${recoit} les comptes de gestion (articles 582 et 595 du Code civil).`,
    ),
  ];
}

type Fait = [label: string, value: Inline];

function identite(client: Mandant): Fait[] {
  const physique = client.qualite === "personne_physique";
  const droits = droitsDe(client);
  const tel = contactParDefaut(client, TELEPHONES_CLIENT, client.telDefaut);
  return [
    [
      physique ? "Nom" : "Dénomination",
      gras(`${physique ? etatCivil(client) : personne(client)}${representation(client)}`),
    ],
    ...(physique ? [] : [["Qualité", QUALITES[client.qualite]] as Fait]),
    ...(droits.length > 0 ? [["Droit", droits.join("\n")] as Fait] : []),
    [physique ? "Domicile" : "Siège social", adresseBailleur(client)],
    ["Courriel", orBlank(mailBailleur(client))],
    ["Téléphone", orBlank(tel)],
    ...(client.numSiret?.trim() ? [["SIRET", client.numSiret] as Fait] : []),
  ];
}

function identiteAgence(agence: Agence, hoguet: boolean): Fait[] {
  const { agenceAdresse: adresse, agenceCp: codePostal, agenceVille: ville } = agence;
  const capital = agence.capital && `au capital de ${chiffresSoudes(agence.capital)}`;
  return [
    [
      "Raison sociale",
      gras(
        liste(
          orBlank(agence.agenceNom),
          [agence.formeJuridique, capital].filter(Boolean).join(" "),
        ),
      ),
    ],
    ["Siège", adresseEnLigne({ adresse, codePostal, ville })],
    ...(agence.rcs ? [["Immatriculation", `RCS ${agence.rcs}`] as Fait] : []),
    ...(hoguet || agence.carteNumero
      ? [
          [
            "Carte professionnelle",
            `${[agence.carteType, `n°\u00A0${orBlank(agence.carteNumero)}`].filter(Boolean).join(" ")}, délivrée par la CCI ${orBlank(agence.carteLieu)}`,
          ] as Fait,
        ]
      : []),
    ...(hoguet || agence.garantNom ? [["Garantie financière", garantie(agence)] as Fait] : []),
    ["Assurance professionnelle", assurance(agence)],
    ["Médiateur de la consommation", mediateur(agence)],
  ];
}

const liste = (...parties: string[]) => parties.filter(Boolean).join(", ");

const assurance = ({ rcpAssureur, rcpPolice }: Agence) =>
  liste(orBlank(rcpAssureur), rcpPolice && `police n°\u00A0${rcpPolice}`);

const mediateur = ({ mediateurNom, mediateurAdresse, mediateurSite }: Agence) =>
  liste(orBlank(mediateurNom), mediateurAdresse, mediateurSite);

/** A rate in percent: « 20 % », « 5,5 % ». */
export const formatTaux = (taux: number): string =>
  `${formatNombre(taux, 2).replace(/,?0+$/, "") || "0"}\u00A0%`;

/** Splits an amount with VAT, in euros, into the amount without VAT, the VAT and the amount with VAT, as printed. */
export const ventilation = (ttc: number, taux: number): [string, string, string] => [
  formatEuros(horsTaxe(ttc, taux)),
  formatEuros(montantTva(ttc, taux)),
  formatEuros(ttc),
];

/**
 * The lines of a free text, cut at line feeds and semicolons; a dash before a line and a full stop after it are
 * removed.
 */
export const lignesLibres = (texte: string): string[] =>
  texte
    .split(/[\n;]+/)
    .map((ligne) => ligne.replace(/^[\s•–-]+/, "").replace(/[\s.]+$/, ""))
    .filter((ligne) => ligne !== "");

/** The length of the notice by which either side ends the mandate: « 3 mois ». */
export const preavis = ({ delaiPreavisMandat }: Agence): string =>
  `${delaiPreavisMandat ?? BLANK}\u00A0mois`;

const EXECUTION =
  "Le mandant demande expressément que la mission commence avant la fin du délai de rétractation et reconnaît devoir alors le prix du service fourni jusqu'à sa rétractation, et perdre ce droit une fois la mission entièrement exécutée (articles L. 221-25 et L. 221-28).";

/** The clauses on personal data and, for a consumer, on withdrawal and mediation (missions/README §6.1). */
export function clausesCommunes(
  mandants: readonly Client[],
  agence: Agence,
  { electronique }: ModeDeSignature,
): Block[] {
  const consommateur = avecConsommateur(mandants);
  const retractation: Block[] = [
    paragraphe(
      "Rétractation. Conclu à distance ou hors établissement avec un consommateur, le présent ordre peut être rétracté sans motif ni frais dans les quatorze jours de sa signature, au moyen du formulaire joint ou de toute déclaration dénuée d'ambiguïté (articles L. 221-18 et suivants du code de la consommation). Aucun paiement n'est reçu avant sept jours (article L. 221-10).",
    ),
    electronique
      ? paragraphe(
          `La page de preuve dit si le mandant a coché, en signant, ce qui suit\u00A0: «\u00A0${EXECUTION}\u00A0»`,
        )
      : { kind: "list", items: [{ text: EXECUTION, checked: false }] },
  ];
  const mediation = paragraphe(
    `Médiation. Après une réclamation écrite restée sans réponse satisfaisante, le mandant consommateur peut saisir gratuitement le médiateur de la consommation\u00A0: ${mediateur(agence)}.`,
  );
  return [
    titre(
      consommateur ? "Rétractation, médiation et données personnelles" : "Données personnelles",
    ),
    ...(consommateur ? [...retractation, mediation] : []),
    {
      ...paragraphe(
        `${consommateur ? "Données personnelles. " : ""}${donneesPersonnelles(agence, "mandat")}`,
      ),
      keep: true,
    },
  ];
}

/**
 * The information on the right to withdraw that a consumer must receive (annexe à l'article R. 221-3 du code de la
 * consommation).
 */
function informationsDeRetractation(
  agence: Agence,
  { destinataire, enLigne }: { destinataire: string; enLigne: string | null },
): Block[] {
  const joindre = liste(destinataire, agence.agenceTel);
  return [
    { kind: "title", text: "DROIT DE RÉTRACTATION" },
    {
      kind: "quote",
      paragraphs: [
        "Vous avez le droit de vous rétracter du présent contrat sans donner de motif dans un délai de quatorze jours. Le délai de rétractation expire quatorze jours après le jour de la conclusion du contrat.",
        `Pour exercer le droit de rétractation, vous devez nous notifier (${joindre}) votre décision de rétractation du présent contrat au moyen d'une déclaration dénuée d'ambiguïté (par exemple, lettre envoyée par la poste ou courrier électronique). Vous pouvez utiliser le modèle de formulaire de rétractation mais ce n'est pas obligatoire.`,
        ...(enLigne === null ? [] : [retractationEnLigne(enLigne)]),
        "Pour que le délai de rétractation soit respecté, il suffit que vous transmettiez votre communication relative à l'exercice du droit de rétractation avant l'expiration du délai de rétractation.",
        "En cas de rétractation de votre part du présent contrat, nous vous rembourserons tous les paiements reçus de vous sans retard excessif et, en tout état de cause, au plus tard quatorze jours à compter du jour où nous sommes informés de votre décision de rétractation du présent contrat. Nous procéderons au remboursement en utilisant le même moyen de paiement que celui que vous aurez utilisé pour la transaction initiale, sauf si vous convenez expressément d'un moyen différent\u00A0; en tout état de cause, ce remboursement n'occasionnera pas de frais pour vous.",
        "Si vous avez demandé de commencer la prestation de services pendant le délai de rétractation, vous devrez nous payer un montant proportionnel à ce qui vous a été fourni jusqu'au moment où vous nous avez informé de votre rétractation du présent contrat, par rapport à l'ensemble des prestations prévues par le contrat.",
      ],
    },
  ];
}

/**
 * The sentence on the online function for withdrawal, which a contract concluded online must offer (annexe à l'article
 * R. 221-3, note 3; article L. 221-21).
 */
const retractationEnLigne = (adresse: string): string =>
  `Vous pouvez également exercer votre droit de rétractation en ligne sur ${adresse}. Si vous utilisez cette fonctionnalité en ligne, nous vous enverrons, dans les meilleurs délais, un accusé de réception de la rétractation sur un support durable (par exemple, par courriel), y compris son contenu ainsi que la date et l'heure de sa soumission.`;

/**
 * The information on the right to withdraw and the form to withdraw, on a separate page (annexes aux articles R. 221-1
 * et R. 221-3 du code de la consommation). Nothing when no principal is a consumer.
 */
export function formulaireDeRetractation(
  mandants: readonly Client[],
  agence: Agence,
  { objet, enLigne = null }: { objet: string; enLigne?: string | null | undefined },
): Block[] {
  if (!avecConsommateur(mandants)) return [];
  const { agenceAdresse: adresse, agenceCp: codePostal, agenceVille: ville } = agence;
  const destinataire = liste(
    orBlank(agence.agenceNom),
    adresseEnLigne({ adresse, codePostal, ville }),
    agence.agenceEmail,
  );
  return [
    { kind: "pageBreak" },
    ...informationsDeRetractation(agence, { destinataire, enLigne }),
    { kind: "title", text: "FORMULAIRE DE RÉTRACTATION" },
    paragraphe(
      "Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.",
    ),
    paragraphe(`À l'attention ${deNom(destinataire)}\u00A0:`),
    paragraphe(
      `Je/Nous (*) vous notifie/notifions (*) par la présente ma/notre (*) rétractation du contrat portant sur la prestation de services ci-dessous\u00A0: ${objet}.`,
    ),
    {
      kind: "table",
      grid: true,
      columns: [
        { label: "À compléter", width: 60 },
        { label: "", width: 110 },
      ],
      rows: [
        "Commandé le",
        "Nom du (des) consommateur(s)",
        "Adresse du (des) consommateur(s)",
        "Signature du (des) consommateur(s), uniquement en cas de notification sur papier",
        "Date",
      ].map((libelle) => ({ cells: [libelle, BLANK], height: 12 })),
    },
    { kind: "paragraph", text: "(*) Rayez la mention inutile.", tone: "muted" },
  ];
}

/** The parties that initial the pages of a mandate; none when the paper is signed on a screen. */
export const paraphes = (
  { length }: readonly Client[],
  { electronique }: ModeDeSignature = {},
): string[] => (electronique ? [] : [length > 1 ? "Les mandants" : "Le mandant", "Le mandataire"]);

/**
 * The role of a principal who is not full owner: a bare owner signs only for acts beyond administration. Null for a
 * full owner.
 */
const roleDuMandant = (mandant: Mandant): { role: string } | null => {
  const droit = motDuDroit(mandant);
  if (droit === null) return null;
  return donneEnLocation(mandant)
    ? { role: `Le mandant, ${droit}` }
    : { role: `${capitale(droit)}, pour les actes excédant l'administration` };
};

/** The signatories of a mandate, the principals first, with the words that each writes by hand. */
export function signatairesDuMandat(
  mandants: readonly Mandant[],
  agence: Agence,
  mentions: { mandant: string; mandataire: string } & ModeDeSignature,
): Signatory[] {
  const agent = mandataire(agence, mandants);
  const detail = avantDeSigner(mentions.mandant, mentions);
  const blanc = { role: "Le mandant", name: BLANK, detail };
  return [
    ...(mandants.length === 0
      ? [blanc]
      : mandants.map((mandant) => ({
          ...blanc,
          ...roleDuMandant(mandant),
          name: `${personne(mandant)}${representation(mandant)}`,
        }))),
    {
      ...agent,
      role: "Le mandataire",
      detail: [agent.detail, mentions.electronique ? null : `« ${mentions.mandataire} »`]
        .filter(Boolean)
        .join(" – "),
    },
  ];
}

import type { Agence } from "#domain/agence/agence.ts";
import { formatNombre } from "#domain/montants.ts";
import { quiPartagent } from "#domain/signature/boites.ts";
import {
  courrielTronque,
  empreinteEnGroupes,
  IDENTITES,
  IDENTITES_VUES,
  instantDePreuve,
  ipTronquee,
  LIEUX,
  type PapierLu,
  type Preuve,
  type SignataireProuve,
} from "#domain/signature/preuve.ts";
import { enTete, piedDePage } from "../mentions.ts";
import type { Block, Document, Fact } from "../page/blocks.ts";

/**
 * The proof page, which follows the signed paper in its sealed file. Every party receives the file, so the page
 * shortens e-mail addresses and IP addresses.
 */
export function pageDePreuve({ agence, preuve }: { agence: Agence; preuve: Preuve }): Document {
  const { papier, signataires, scelleLe } = preuve;
  return {
    title: `Page de preuve – ${papier.titre}`,
    metadata: { author: agence.agenceNom, subject: papier.titre, date: scelleLe.slice(0, 10) },
    letterhead: enTete(agence),
    footer: piedDePage(agence),
    blocks: [
      {
        kind: "title",
        text: "PAGE DE PREUVE",
        subtitle: "Jointe par l'agence au document signé qui la précède",
      },
      { kind: "facts", facts: duPapier(papier, preuve) },
      { kind: "heading", text: signataires.length > 1 ? "Signataires" : "Signataire" },
      ...signataires.flatMap((signataire) => duSignataire(signataire, signataires)),
      { kind: "heading", text: "Déroulement" },
      deroulement(preuve),
      { kind: "heading", text: "Comment vérifier" },
      ...verification(preuve),
    ],
  };
}

function duPapier({ titre, pages, octets, empreinte }: PapierLu, { lieu }: Preuve): Fact[] {
  return [
    { label: "Document", value: titre },
    {
      label: "Fichier lu",
      value: `${pages}\u00A0${pages > 1 ? "pages" : "page"}, ${formatNombre(octets, 0)}\u00A0octets`,
    },
    { label: "Empreinte SHA-256", value: empreinteEnGroupes(empreinte) },
    { label: "Signé", value: LIEUX[lieu] },
  ];
}

function duSignataire(signataire: SignataireProuve, tous: readonly SignataireProuve[]): Block[] {
  const { role, nom, qualite, mail, ip, identite, luLe, signeLe } = signataire;
  const { consentement, mention, gardeDiscussion, cases, signeLeAppareil } = signataire;
  const facts: (Fact | null)[] = [
    qualite === null ? null : { label: "Qualité", value: qualite },
    mail === null
      ? null
      : { label: "Adresse e-mail", value: boite(mail, quiPartagent(signataire, tous)) },
    { label: "Identité", value: IDENTITES[identite] },
    luLe === null ? null : { label: "Lu jusqu'à la fin", value: `le ${instantDePreuve(luLe)}` },
    {
      label: "Signé",
      value: `le ${instantDePreuve(signeLe)}${signeLeAppareil === null ? "" : `, le ${instantDePreuve(signeLeAppareil)} à l'heure de l'appareil`}${ip === null ? "" : `, depuis le réseau ${ipTronquee(ip)}`}`,
    },
    averti(signataire),
    { label: "Consentement", value: consentement },
    ...cases.map((texte) => ({ label: "Case cochée", value: texte })),
    mention === null ? null : { label: "Mention saisie", value: mention },
    gardeDiscussion
      ? { label: "Discussion", value: "La caution garde le bénéfice de discussion." }
      : null,
  ];
  return [
    { kind: "heading", text: `${nom}, ${role.toLocaleLowerCase("fr")}`, level: 2 },
    { kind: "facts", facts: facts.filter((fact) => fact !== null) },
  ];
}

/**
 * The mailbox of a signer, shortened, and the other signers who use it: « l…@exemple.fr, aussi celle de M. Hugo Dupont
 * ».
 */
const boite = (mail: string, autres: readonly SignataireProuve[]): string =>
  [courrielTronque(mail), ...autres.map(({ nom }) => `aussi celle de ${nom}`)].join(", ");

/**
 * The line on the mail that confirmed to a signer his signature in front of the agency; null for a signature by link.
 */
function averti({ identite, mail, avertiLe }: SignataireProuve): Fact | null {
  if (!IDENTITES_VUES.some((vue) => vue === identite)) return null;
  const sans =
    mail === null ? "non, sans adresse e-mail connue" : "non, le courriel n'est pas parti";
  return {
    label: "Averti",
    value: avertiLe === null ? sans : `par courriel, le ${instantDePreuve(avertiLe)}`,
  };
}

const deroulement = ({ evenements }: Preuve): Block => ({
  kind: "table",
  close: true,
  columns: [
    { label: "Instant", width: 48 },
    { label: "Événement", width: 68 },
    { label: "Par", width: 44 },
    { label: "Ligne", width: 20, align: "right" },
  ],
  rows: evenements.map(({ le, etat, qui, ligne }) => ({
    cells: [instantDePreuve(le), etat, qui ?? "l'agence", formatNombre(ligne, 0)],
  })),
});

const verification = ({ papier, historique, certificat, scelleLe }: Preuve): Block[] => [
  {
    kind: "list",
    items: [
      {
        text: `Le document lu est le début de ce fichier\u00A0: l'empreinte SHA-256 de ses ${formatNombre(papier.octets, 0)} premiers octets est celle qui figure en tête de cette page et à laquelle chacun a consenti.`,
      },
      {
        text: `Le sceau est posé le ${instantDePreuve(scelleLe)} par un certificat que l'agence s'est délivré elle-même, sans autorité qui la garantisse\u00A0: un lecteur de PDF peut dire son émetteur inconnu. Son empreinte SHA-256, à comparer avec celle que l'agence publie, est ${empreinteEnGroupes(certificat)}.`,
      },
      {
        text: `L'historique de l'agence, dont chaque ligne est enchaînée à la précédente, s'arrête alors à la ligne ${formatNombre(historique.ligne, 0)}, d'empreinte ${empreinteEnGroupes(historique.empreinte)}.`,
      },
    ],
  },
  {
    kind: "paragraph",
    text: "Signature électronique simple au sens du règlement (UE) n°\u00A0910/2014. Le cachet prouve que le fichier n'a pas changé depuis\u00A0; il ne prouve pas à lui seul qui a signé.",
  },
];

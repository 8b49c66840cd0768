import type { Agence } from "#domain/agence/agence.ts";
import { formatInstant, formatJour } from "#domain/dates.ts";
import { MINUTES_DU_CODE } from "#domain/gerance/mandats/acces-proprietaire.ts";
import type { LieuDeSignature } from "#domain/signature/preuve.ts";
import { lettre, type Texte } from "./composition.ts";

/** A paper, and the name of the person whom the mail addresses. */
interface Sujet {
  nom: string;
  /** The name of the paper, as « Contrat de location D000123 ». */
  titre: string;
}

const texte = (phrase: string) => ({ kind: "texte" as const, texte: phrase });
const bonjour = (nom: string) => texte(`Bonjour ${nom},`);
const cite = (titre: string) => `«\u00A0${titre}\u00A0»`;

/** The mail with a signer's link. @param rappel whether it reminds him of a waiting paper */
export const courrielDuLien = (
  agence: Agence,
  { nom, titre, url, jusqua, rappel }: Sujet & { url: string; jusqua: string; rappel: boolean },
): Texte =>
  lettre(agence, rappel ? `Rappel : ${titre} à signer` : `${titre} à signer`, [
    bonjour(nom),
    texte(
      rappel
        ? `Le document ${cite(titre)} attend encore votre signature. Ce lien remplace le précédent.`
        : `Vous pouvez lire et signer en ligne le document ${cite(titre)}.`,
    ),
    { kind: "liens", liens: [{ libelle: "Lire et signer", url, principal: true }] },
    texte(
      `Ce lien est le vôtre\u00A0: ne le transmettez pas. À chaque visite, un code vous est envoyé à cette adresse. ` +
        `Il ouvre jusqu’au ${formatInstant(new Date(jusqua))}. La signature est une signature électronique simple\u00A0; si vous ` +
        `préférez signer sur papier, dites-le-nous.`,
    ),
  ]);

/** The mail with the code of a visit, without a link. */
export const courrielDuCode = (agence: Agence, code: string): Texte =>
  lettre(agence, "Votre code pour signer", [
    texte("Bonjour,"),
    texte(`Le code qui ouvre le document à signer est\u00A0: ${code}`),
    texte(
      `Il vaut ${MINUTES_DU_CODE} minutes et ne sert qu’une fois. Personne de l’agence ne vous le demandera. ` +
        "Si vous n’avez pas demandé ce code, quelqu’un d’autre a votre lien\u00A0: prévenez-nous.",
    ),
  ]);

const LIEUX_DE_SIGNATURE: Record<LieuDeSignature, string> = {
  agence: "à l’agence",
  logement: "dans le logement, pour l’agence",
  distance: "sur une tablette de l’agence",
};

/**
 * The mail that tells a person that he signed in front of a member of the agency.
 * @param par the member of the agency who attested the person's identity
 */
export const courrielDeSignatureSurPlace = (
  agence: Agence,
  { nom, titre, lieu, le, par }: Sujet & { lieu: LieuDeSignature; le: Date; par: string },
): Texte => {
  const { agenceNom, agenceEmail, agenceTel } = agence;
  const joindre = [agenceEmail, agenceTel && `appelez le ${agenceTel}`].filter(Boolean);
  return lettre(agence, `${titre} : votre signature`, [
    bonjour(nom),
    texte(
      `Votre signature a été recueillie le ${formatInstant(le)} ${LIEUX_DE_SIGNATURE[lieu]} ${agenceNom}, sur le document ` +
        `${cite(titre)}, par ${par}, qui atteste votre identité.`,
    ),
    texte(
      `Si ce n’est pas vous, ${agenceEmail ? "écrivez aussitôt à " : ""}${joindre.join(" ou ") || "prévenez aussitôt l’agence"}. Si c’est bien vous, ` +
        "vous n’avez rien à faire.",
    ),
  ]);
};

/** The mail with the sealed file for a signer. @param retractation the last day to withdraw; null: he may not */
export const courrielDeLaCopie = (
  agence: Agence,
  { nom, titre, retractation }: Sujet & { retractation: string | null },
): Texte =>
  lettre(agence, `${titre} signé`, [
    bonjour(nom),
    texte(
      `Le document ${cite(titre)} est signé par tous. Votre exemplaire est joint\u00A0: sa dernière page dit qui a signé, ` +
        "quand, et comment le vérifier.",
    ),
    ...(retractation === null
      ? []
      : [
          texte(
            `Vous pouvez renoncer à ce contrat jusqu’au ${retractation} inclus, sans motif\u00A0: par le lien que vous avez reçu ` +
              "pour signer («\u00A0renoncer au contrat ici\u00A0»), ou par le formulaire joint au document.",
          ),
        ]),
  ]);

/** The mail with the signed lease for its guarantor. */
export const courrielDuBailALaCaution = (agence: Agence, { nom, titre }: Sujet): Texte =>
  lettre(agence, `${titre} signé`, [
    bonjour(nom),
    texte(
      `Le document ${cite(titre)}, dont vous vous portez caution, est signé. Votre exemplaire est joint.`,
    ),
  ]);

/** The reason why a request to sign ended without a sealed file. */
export type FinSansSceau = "refusee" | "annulee" | "remplacee" | "expiree";

const FINS: Record<FinSansSceau, string> = {
  refusee: "Un signataire a refusé",
  annulee: "L’agence a annulé la signature",
  remplacee: "Un autre exemplaire remplace celui-ci",
  expiree: "Le délai pour signer est passé",
};

/** The mail that tells a signer that a paper will not be signed. @param motif the reason; null: none */
export const courrielDeFin = (
  agence: Agence,
  { nom, titre, fin, motif }: Sujet & { fin: FinSansSceau; motif: string | null },
): Texte =>
  lettre(agence, `${titre} : signature arrêtée`, [
    bonjour(nom),
    texte(
      `${FINS[fin]}\u00A0: le document ${cite(titre)} n’est pas signé, et son lien n’ouvre plus.`,
    ),
    ...(motif === null ? [] : [texte(`Motif\u00A0: ${motif}`)]),
  ]);

/**
 * The mail that tells the agency that a paper waits for its signature, or how the signing ended.
 * @param phrase the news, as « à signer pour l’agence »
 */
export const courrielALAgence = (
  agence: Agence,
  { titre, phrase, url }: { titre: string; phrase: string; url: string },
): Texte =>
  lettre(agence, `${titre} : ${phrase}`, [
    texte("Bonjour,"),
    texte(`${cite(titre)}\u00A0: ${phrase}.`),
    { kind: "liens", liens: [{ libelle: "Ouvrir la signature", url, principal: true }] },
  ]);

const JOUR_ECRIT = "2026-11-25".length;

/**
 * The acknowledgement of a withdrawal (Code de la consommation, art. L. 221-21 and D. 221-5): its content, its day and
 * hour.
 * @param le an instant, or a day for a letter
 */
export const courrielDeRetractation = (
  agence: Agence,
  { nom, titre, signeLe, le }: Sujet & { signeLe: string; le: string },
): Texte =>
  lettre(agence, "Accusé de réception de votre rétractation", [
    bonjour(nom),
    texte(
      `Nous avons reçu le ${le.length === JOUR_ECRIT ? formatJour(le) : formatInstant(new Date(le))} la déclaration suivante\u00A0: «\u00A0Je vous notifie ma rétractation du contrat ` +
        `${titre}, conclu le ${formatInstant(new Date(signeLe))}. ${nom}\u00A0».`,
    ),
    texte("Le contrat prend fin."),
  ]);

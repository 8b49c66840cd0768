import type { Agence } from "#domain/agence/agence.ts";
import { formatJour } from "#domain/dates.ts";
import type { DelaiPourCompleter, ObjetDuComplement } from "#domain/terrain/complement.ts";
import { lettre, type Texte } from "./composition.ts";

const texte = (phrase: string) => ({ kind: "texte" as const, texte: phrase });

/**
 * The mail with the sealed entry inventory for a tenant (décret n° 2016-382, art. 3), and the link with which he may
 * ask to complete it.
 */
export const courrielDuConstat = (
  agence: Agence,
  {
    nom,
    titre,
    url,
    delais,
  }: {
    nom: string;
    titre: string;
    url: string;
    delais: Record<ObjetDuComplement, DelaiPourCompleter>;
  },
): Texte =>
  lettre(agence, `${titre} signé`, [
    texte(`Bonjour ${nom},`),
    texte(
      `L’«\u00A0${titre}\u00A0» est signé. Votre exemplaire est joint\u00A0: sa dernière page dit qui a signé, quand, et ` +
        "comment le vérifier.",
    ),
    texte(
      `Vous pouvez demander qu’il soit complété jusqu’au ${formatJour(delais.logement.accepteJusquau)} inclus et, pour les éléments ` +
        `de chauffage, jusqu’au ${formatJour(delais.chauffage.accepteJusquau)} inclus (loi n°\u00A089-462 du 6\u00A0juillet 1989, article 3-2).`,
    ),
    { kind: "liens", liens: [{ libelle: "Demander un complément", url, principal: true }] },
    texte(
      "Ce lien est le vôtre\u00A0: ne le transmettez pas. À chaque visite, un code vous est envoyé à cette adresse.",
    ),
  ]);

/** The answer to a request to complete an inventory. @param motif the reason of a refusal; null: it is accepted */
export const courrielDuComplement = (
  agence: Agence,
  { nom, texte: demande, motif }: { nom: string; texte: string; motif: string | null },
): Texte =>
  lettre(agence, `Votre complément à l’état des lieux : ${motif === null ? "accepté" : "refusé"}`, [
    texte(`Bonjour ${nom},`),
    texte(
      `Vous avez demandé que l’état des lieux d’entrée soit complété ainsi\u00A0: «\u00A0${demande}\u00A0».`,
    ),
    ...(motif === null
      ? [texte("Ce complément est accepté. Le document joint fait corps avec l’état des lieux.")]
      : [
          texte(`Cette demande est refusée\u00A0: ${motif}`),
          texte(
            "Vous pouvez saisir la commission départementale de conciliation (loi n°\u00A089-462 du 6\u00A0juillet 1989, " +
              "articles 3-2 et 20).",
          ),
        ]),
  ]);

import type { Agence } from "#domain/agence/agence.ts";
import { formatInstant, formatJour, type Jour } from "#domain/dates.ts";
import { empreinteEnGroupes } from "#domain/signature/preuve.ts";
import { type ComplementDemande, OBJETS_DU_COMPLEMENT } from "#domain/terrain/complement.ts";
import type { CadreDuConstat } from "#domain/terrain/constat.ts";
import { enTete, parties, piedDePage } from "../mentions.ts";
import type { Document, Picture } from "../page/blocks.ts";

/** The facts of a complement to an inventory: the text that a tenant asked to add and the agency accepted. */
export interface DonneesComplement {
  cadre: CadreDuConstat;
  complement: ComplementDemande;
  /** The day of the entry inventory. */
  entree: Jour;
  /** SHA-256 of the signed inventory; null when it was signed by hand. */
  empreinte: string | null;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
}

const TITRE = "COMPLÉMENT À L'ÉTAT DES LIEUX D'ENTRÉE";

/**
 * The paper with the accepted part of a tenant’s request, joined to the entry inventory, which does not change (loi n°
 * 89-462, art. 3-2).
 */
export function complementDuConstat(donnees: DonneesComplement): Document {
  const { agence, cadre, complement, emission, empreinte, entree } = donnees;
  const { objet, texte, nom, recuLe } = complement;
  return {
    title: `${TITRE} – ${nom}`,
    metadata: { author: agence.agenceNom, subject: cadre.numero, date: emission },
    letterhead: enTete(agence, donnees.logo),
    footer: piedDePage(agence),
    blocks: [
      {
        kind: "title",
        text: TITRE,
        subtitle: "Article 3-2 de la loi n°\u00A089-462 du 6 juillet 1989",
      },
      parties(cadre),
      {
        kind: "facts",
        facts: [
          { label: "État des lieux d'entrée", value: `du ${formatJour(entree)}` },
          ...(empreinte === null
            ? []
            : [
                {
                  label: "Empreinte SHA-256 du document signé",
                  value: empreinteEnGroupes(empreinte),
                },
              ]),
          { label: "Demandé par", value: nom },
          { label: "Reçu", value: `le ${formatInstant(new Date(recuLe)).replace(" ", " à ")}` },
          { label: "Sur", value: OBJETS_DU_COMPLEMENT[objet] },
        ],
      },
      { kind: "heading", text: "Ce qui complète l'état des lieux" },
      { kind: "paragraph", text: texte },
      {
        kind: "paragraph",
        text: "Le mandataire du bailleur accepte ce complément, qui fait corps avec l'état des lieux d'entrée. Celui-ci ne change pas.",
      },
    ],
  };
}

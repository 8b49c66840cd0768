import { formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { bailApresDeces } from "./conge.ts";
import { GENRES_DEPART } from "./depart.ts";
import type { DepartDetail, SoldeArrete } from "./depart-fiche.ts";

/** The steps of a departure, in their order; each is a card on the screen (departs/README §14.6). */
export const ETAPES = {
  conge: "Congé",
  relocation: "Relocation",
  convocation: "Convocation à l’état des lieux",
  cles: "Clés et état des lieux",
  differences: "Différences",
  compte: "Compte de sortie",
  restitution: "Restitution",
  cloture: "Clôture",
} as const;

export type NomEtape = keyof typeof ETAPES;

export interface Etape {
  nom: NomEtape;
  /** The fact that completes the step, as a sentence; null while the step is to be done. */
  fait: string | null;
  /** The missing fact, as a sentence; null when nothing is missing or the step is optional. */
  manque: string | null;
  loi: string | null;
}

/**
 * The steps of a departure with their progress; between the notice and the keys, no step is compulsory (departs/README
 * §14.6).
 * @param convocationLe the day when the tenant was called to the exit inventory; null when he was not
 */
export function etapesDuDepart(detail: DepartDetail, convocationLe: Jour | null): Etape[] {
  const { depart, compte, soldes } = detail;
  const vivants = soldes.filter(({ annuleLe }) => annuleLe === null);
  const sortie = vivants.find(({ genre }) => genre === "sortie");
  if (sortie === undefined && detail.restitueLe !== null)
    return sansCompte(detail, detail.restitueLe);
  const aFaire = (nom: NomEtape, loi: string | null): Etape => ({
    nom,
    fait: null,
    manque: null,
    loi,
  });
  return [
    { ...aFaire("conge", "loi du 6 juillet 1989, art. 15"), ...congeDe(detail) },
    {
      ...aFaire("relocation", null),
      fait: depart?.visites ? "Le logement se visite." : null,
    },
    {
      ...aFaire("convocation", "loi du 6 juillet 1989, art. 3-2"),
      fait: convocationLe && `Convocation faite le ${formatJour(convocationLe)}.`,
    },
    { ...aFaire("cles", "loi du 6 juillet 1989, art. 22"), ...clesDites(detail) },
    { ...aFaire("differences", "décret n° 2016-382, art. 4"), ...differencesDites(detail) },
    {
      ...aFaire("compte", "loi du 6 juillet 1989, art. 22"),
      fait: sortie ? `Arrêté le ${formatJour(sortie.date)}.` : null,
      manque: sortie ? null : (compte.manques[0] ?? null),
    },
    {
      ...aFaire("restitution", "loi du 6 juillet 1989, art. 22"),
      ...restitutionDite(vivants, detail),
    },
    {
      ...aFaire("cloture", null),
      fait: depart?.clotLe ? `Clos le ${formatJour(depart.clotLe)}.` : null,
    },
  ];
}

/** The steps of a departure whose deposit was given back before any account was frozen in the product. */
function sansCompte(detail: DepartDetail, restitueLe: Jour): Etape[] {
  const fait = `Dépôt rendu le ${formatJour(restitueLe)}, sans compte arrêté ici.`;
  const faits: Partial<Record<NomEtape, string | null>> = {
    conge: congeDe(detail).fait,
    cles: clesDites(detail).fait,
    compte: fait,
    restitution: fait,
    cloture: detail.depart?.clotLe ? `Clos le ${formatJour(detail.depart.clotLe)}.` : null,
  };
  return (Object.keys(ETAPES) as NomEtape[]).map((nom) => ({
    nom,
    fait: faits[nom] ?? null,
    manque: null,
    loi: null,
  }));
}

/** The steps that may be the next step even when no fact is missing (`manque` null). */
const A_SUIVRE: readonly NomEtape[] = ["compte", "cloture"];

/** The next step: the first compulsory step to be done; null when none is left. */
export const prochaineEtape = (etapes: readonly Etape[]): NomEtape | null =>
  etapes.find(
    ({ nom, fait, manque }) => fait === null && (manque !== null || A_SUIVRE.includes(nom)),
  )?.nom ?? null;

/** The fate of a lease that goes on after its holder’s death, in words. */
const SUITES_DU_DECES = {
  transfere: "le bail passe à ceux qui vivaient là",
  aux_heritiers: "le bail passe aux héritiers",
} as const;

/**
 * The words on a lease that goes on after its holder’s death: « le bail passe aux héritiers ». Null when no death is
 * noted, or when the lease has a last day.
 */
export function bailTransmis({ depart, recuLe, finLe, bail }: DepartDetail): string | null {
  if (depart?.genre !== "deces" || recuLe === null || finLe !== null) return null;
  const suite = bailApresDeces(bail.regime, depart.occupants);
  return suite === "termine" ? null : SUITES_DU_DECES[suite];
}

function clesDites({ clesLe, luLe }: DepartDetail): Pick<Etape, "fait" | "manque"> {
  if (clesLe === null) return { fait: null, manque: "Les clés ne sont pas rendues." };
  return clesLe <= luLe
    ? { fait: `Clés rendues le ${formatJour(clesLe)}.`, manque: null }
    : { fait: null, manque: `Clés attendues le ${formatJour(clesLe)}.` };
}

function congeDe(detail: DepartDetail): Pick<Etape, "fait" | "manque"> {
  const { depart, recuLe, finLe, clesLe } = detail;
  const transmis = bailTransmis(detail);
  if (transmis && recuLe && clesLe === null)
    return { fait: null, manque: `Décès le ${formatJour(recuLe)} : ${transmis}.` };
  const genre = depart ? GENRES_DEPART[depart.genre] : "Congé";
  if (recuLe === null) {
    const sans = depart && clesLe ? `${genre}.` : null;
    return { fait: sans, manque: sans ? null : "Aucun congé n’est noté." };
  }
  const fin = finLe === null ? "le bail continue" : `le bail finit le ${formatJour(finLe)}`;
  return { fait: `${genre}, le ${formatJour(recuLe)} : ${fin}.`, manque: null };
}

function differencesDites({ depart, etatOut }: DepartDetail): Pick<Etape, "fait" | "manque"> {
  if (depart?.sansEtatDesLieux) return { fait: "Sans état des lieux de sortie.", manque: null };
  if (etatOut === null) return { fait: null, manque: "L’état des lieux de sortie n’est pas fait." };
  if (depart?.conforme === true) return { fait: "Conforme à l’entrée.", manque: null };
  if (depart?.conforme === false) return { fait: "Non conforme à l’entrée.", manque: null };
  return { fait: null, manque: "Il reste à dire si la sortie est conforme." };
}

/** The frozen accounts whose sum is not given back yet, the oldest first. */
export const aRendre = (soldes: readonly SoldeArrete[]): SoldeArrete[] =>
  soldes
    .filter(
      ({ annuleLe, restitution, renduLe }) =>
        annuleLe === null && restitution > 0 && renduLe === null,
    )
    .toSorted((solde, autre) => solde.id - autre.id);

/** The sentence on a sum to give back: « 620,00 € à rendre, en retard depuis le 01/09/2026 ». */
function sommeARendre({ contenu: { echeance }, refus, restitution }: SoldeArrete, luLe: Jour) {
  const quand =
    echeance === null
      ? ""
      : echeance < luLe
        ? `, en retard depuis le ${formatJour(echeance)}`
        : ` au plus tard le ${formatJour(echeance)}`;
  const refuse = refus ? ", virement refusé par la banque" : "";
  return `${formatEuros(enEuros(restitution))} à rendre${quand}${refuse}`;
}

function restitutionDite(
  vivants: readonly SoldeArrete[],
  { depart, luLe }: DepartDetail,
): Pick<Etape, "fait" | "manque"> {
  const clotLe = depart?.clotLe ?? null;
  if (vivants.length === 0) return { fait: null, manque: null };
  const dues = aRendre(vivants);
  if (dues.length > 0)
    return { fait: null, manque: `${dues.map((due) => sommeARendre(due, luLe)).join(" ; ")}.` };
  const resteDu = vivants.reduce((du, { contenu }) => du + contenu.resteDu, 0);
  if (resteDu > 0 && clotLe === null) {
    const reste = formatEuros(enEuros(resteDu));
    return {
      fait: null,
      manque: `${reste} restent dus par le locataire : la lettre est à lui envoyer.`,
    };
  }
  const dernier = vivants
    .filter(({ renduLe }) => renduLe !== null)
    .toSorted((solde, autre) => ordre(solde.renduLe ?? "", autre.renduLe ?? ""))
    .at(-1);
  const rendu = dernier?.renduLe ? `Rendu le ${formatJour(dernier.renduLe)}.` : "Rien à rendre.";
  return {
    fait: dernier?.virement ? `${dernier.virement.mots}.` : rendu,
    manque: null,
  };
}

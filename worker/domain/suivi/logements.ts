import { finDuDpe } from "../biens/dpe.ts";
import { dansMois, type Jour, terme } from "../dates.ts";
import type { EcheanceSuivie, GenreSuivi } from "./suivi.ts";

/** The dates of the papers of a dwelling that is let or has a mandate; null: unknown, so the paper has no deadline. */
export interface FaitsDuLogement {
  id: number;
  dpeDate: Jour | null;
  chaudiereLe: Jour | null;
  pacLe: Jour | null;
  gazLe: Jour | null;
  electriciteLe: Jour | null;
  plombLe: Jour | null;
  amianteLe: Jour | null;
  risquesLe: Jour | null;
  /**
   * The day from which the dwelling may be let again: the start of the next unsigned lease, else the day on which the
   * last lease ends. Null while a lease has no known end, without any lease, or when `risquesLe` is null.
   */
  relouerLe: Jour | null;
}

/** A diagnosis with its end, and how many months before this end the deadline is shown. */
interface Diagnostic {
  genre: GenreSuivi;
  faitLe: "dpeDate" | "pacLe" | "gazLe" | "electriciteLe" | "plombLe" | "amianteLe";
  fin(faitLe: Jour): Jour;
  avant: number;
  quoi: string;
}

const pendant =
  (mois: number) =>
  (faitLe: Jour): Jour =>
    terme(faitLe, mois);

const sixAns = pendant(72);

const DIAGNOSTICS: readonly Diagnostic[] = [
  { genre: "dpe_fin", faitLe: "dpeDate", fin: finDuDpe, avant: 6, quoi: "Faire refaire le DPE" },
  {
    genre: "pac",
    faitLe: "pacLe",
    fin: pendant(24),
    avant: 2,
    quoi: "Demander l’attestation d’entretien de la pompe à chaleur",
  },
  {
    genre: "gaz",
    faitLe: "gazLe",
    fin: sixAns,
    avant: 3,
    quoi: "Faire refaire le diagnostic gaz avant le prochain bail",
  },
  {
    genre: "electricite",
    faitLe: "electriciteLe",
    fin: sixAns,
    avant: 3,
    quoi: "Faire refaire le diagnostic électricité avant le prochain bail",
  },
  {
    genre: "plomb",
    faitLe: "plombLe",
    fin: sixAns,
    avant: 3,
    quoi: "Faire refaire le constat plomb avant le prochain bail",
  },
  {
    genre: "amiante",
    faitLe: "amianteLe",
    fin: pendant(36),
    avant: 3,
    quoi: "Faire revoir l’état de l’amiante",
  },
];

/** The deadlines of the papers of a dwelling (suivi/README §17.2). */
export function echeancesDuLogement(logement: FaitsDuLogement): EcheanceSuivie[] {
  const diagnostics = DIAGNOSTICS.flatMap(
    ({ genre, faitLe, fin, avant, quoi }): EcheanceSuivie[] => {
      const jour = logement[faitLe];
      if (jour === null) return [];
      const date = fin(jour);
      const depuis = dansMois(date, -avant);
      return [{ genre, entite: "Appartement", id: logement.id, date, depuis, jusquau: null, quoi }];
    },
  );
  return [...chaudiere(logement), ...risques(logement), ...diagnostics];
}

const MOIS_DE_L_ETAT_DES_RISQUES = 6;
const MOIS_AVANT_DE_RELOUER = 2;

/** The deadline of the statement of risks, which must be less than six months old when the next lease is signed. */
function risques({ id, risquesLe, relouerLe }: FaitsDuLogement): EcheanceSuivie[] {
  if (risquesLe === null || relouerLe === null) return [];
  if (dansMois(risquesLe, MOIS_DE_L_ETAT_DES_RISQUES) > relouerLe) return [];
  return [
    {
      genre: "risques",
      entite: "Appartement",
      id,
      date: relouerLe,
      depuis: dansMois(relouerLe, -MOIS_AVANT_DE_RELOUER),
      jusquau: dansMois(relouerLe, MOIS_DE_L_ETAT_DES_RISQUES),
      quoi: "Refaire l’état des risques : il aura plus de six mois au prochain bail",
    },
  ];
}

/**
 * The deadline of the service of the boiler, due once in each civil year (Code de l'environnement, art. R. 224-41-7).
 */
function chaudiere({ id, chaudiereLe }: FaitsDuLogement): EcheanceSuivie[] {
  if (chaudiereLe === null) return [];
  const annee = Number(chaudiereLe.slice(0, 4)) + 1;
  return [
    {
      genre: "chaudiere",
      entite: "Appartement",
      id,
      date: `${annee}-12-31`,
      depuis: `${annee}-10-01`,
      jusquau: null,
      quoi: `Demander l’attestation d’entretien de la chaudière pour ${annee}`,
    },
  ];
}

export interface FaitsDIntendance {
  id: number;
  dateFin: Jour;
  renouvele: boolean;
}

/** The deadline to renew a caretaking mission, shown from a month before its end (missions/README §7.5). */
export const echeancesDIntendance = ({
  id,
  dateFin,
  renouvele,
}: FaitsDIntendance): EcheanceSuivie[] =>
  renouvele
    ? []
    : [
        {
          genre: "intendance",
          entite: "Intendance",
          id,
          date: dateFin,
          depuis: dansMois(dateFin, -1),
          jusquau: null,
          quoi: "Renouveler l’intendance, ou la laisser finir",
        },
      ];

import type { HistoryRow } from "#domain/agence/history.ts";
import { deMois } from "#domain/dates.ts";
import { formatAnything, formatInstant } from "#web/lib/format.ts";
import { resource } from "#web/lib/server/resource.ts";

export const history = resource<HistoryRow, HistoryRow, never>("History");

interface Entity {
  label: string;
  /** The path of the pages of these records; absent when the records have no page. */
  base?: string;
}

/** The kinds of records that the history names, in the order of the menu. */
export const ENTITIES: Readonly<Record<string, Entity>> = {
  Client: { label: "Client", base: "/client" },
  Mission: { label: "Mission", base: "/missions" },
  Appartement: { label: "Appartement", base: "/appartements" },
  Locataire: { label: "Locataire", base: "/locataires" },
  Dossier: { label: "Dossier", base: "/dossiers" },
  Quitance: { label: "Quittance" },
  Accompte: { label: "Acompte" },
  Intendance: { label: "Intendance" },
  Caution: { label: "Caution" },
  EtatLieux: { label: "État des lieux" },
  LoyerHistorique: { label: "Loyer" },
  PlanApurement: { label: "Plan d’apurement" },
  Fichier: { label: "Fichier" },
  Image: { label: "Image" },
  Equipement: { label: "Équipement" },
  Variable: { label: "Réglage" },
  CompteBancaire: { label: "Compte bancaire" },
  Releve: { label: "Relevé" },
  LigneReleve: { label: "Ligne de relevé" },
  Reglement: { label: "Règlement" },
  CompteRendu: { label: "Compte rendu", base: "/cloture" },
  FactureHonoraires: { label: "Facture d’honoraires" },
  Reversement: { label: "Reversement", base: "/reversements" },
  RegistreMandat: { label: "Ligne du registre des mandats" },
  Rebut: { label: "Opération à reprendre" },
};

/** « Appartement 12 », « Quittance de novembre 2026, Mme Roy ». */
export function recordName({ entite, entiteId, quittance }: HistoryRow): string {
  const label = ENTITIES[entite]?.label ?? entite;
  if (!quittance) return `${label} ${entiteId}`;
  return `${label} ${deMois(quittance.mois)} ${quittance.mois.slice(0, 4)}, ${quittance.locataire}`;
}

/** The page of the record; null when such records have no page, or when the event is the deletion. */
export function recordHref({ entite, entiteId, etat }: HistoryRow): string | null {
  const base = ENTITIES[entite]?.base;
  return base && etat !== "Suppression" ? `${base}/${entiteId}` : null;
}

/** The details of an event; a changed field shows its value before and after. */
export function EventDetails({ details }: Pick<HistoryRow, "details">) {
  // The list of history lines emptied by an erasure is left out: only the control of the history uses it.
  const entries = Object.entries(details ?? {}).filter(([name]) => name !== "lignes");
  if (entries.length === 0) return null;
  return (
    <dl className="space-y-0.5 text-sm">
      {entries.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{fieldName(name)} :</dt>
          <dd className="min-w-0 break-words">
            {isChange(value) ? (
              <>
                <span className="sr-only">avant </span>
                <del className="text-muted no-underline">{shown(value[0])}</del>
                <span aria-hidden className="mx-1 text-muted">
                  →
                </span>
                <span className="sr-only">, après </span>
                <ins className="no-underline">{shown(value[1])}</ins>
              </>
            ) : (
              shown(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const INSTANT = /^[\d-]+T[\d:.]+Z$/;

const shown = (value: unknown): string =>
  typeof value === "string" && INSTANT.test(value) && Date.parse(value)
    ? formatInstant(value)
    : formatAnything(value);

function isChange(value: unknown): value is [before: unknown, after: unknown] {
  return Array.isArray(value) && value.length === 2;
}

/** The words that the wire writes without their accents. */
const ACCENTED: Readonly<Record<string, string>> = {
  debut: "début",
  preavis: "préavis",
  creation: "création",
  piece: "pièce",
  defaut: "défaut",
  etat: "état",
  paye: "payé",
  etage: "étage",
  regle: "réglé",
  renouvele: "renouvelé",
  element: "élément",
  equipement: "équipement",
  reference: "référence",
  numero: "numéro",
  jusquau: "jusqu’au",
  echeance: "échéance",
  autorite: "autorité",
};

/** « Date fin bail » for « dateFinBail », « Loyer HC » for « loyerHC », « Locataire » for « LocataireId ». */
function fieldName(name: string): string {
  const words = name
    .replace(/Id$/, "")
    .replace(/([a-zé])([A-Z])/g, (_, before: string, after: string) => `${before} ${after}`)
    .split(" ")
    .map((word, rank) => (rank > 0 && !/^[A-Z]{2,}$/.test(word) ? word.toLowerCase() : word))
    .map((word) => ACCENTED[word] ?? word)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

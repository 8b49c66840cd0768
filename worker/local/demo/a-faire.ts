import { ajouterJours, ajouterMois, formatJour, type Jour, moisDe } from "#domain/dates.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import type { ReglementRow } from "#domain/gerance/locataires/reglement-fiche.ts";
import type { EtatDuRegistre } from "#domain/gerance/mandats/registre-mandats.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import type { ImpayeRow } from "#domain/gerance/relances/relance-fiche.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { rechercheNormalisee } from "#domain/recherche.ts";
import { COMPTE_DE_GERANCE } from "./agence.ts";
import type { Api } from "./api.ts";
import type { CreatedDossier } from "./quittances.ts";

interface Context {
  api: Api;
  dossiers: readonly CreatedDossier[];
  today: Jour;
}

/** Enters the management mandates in the register, under their numbers on paper. */
export async function openRegister(api: Api): Promise<void> {
  const { aInscrire, prochain } = await api.read<EtatDuRegistre>("/RegistreMandat/ouverture");
  await api.call("POST", "/RegistreMandat/ouvrir", {
    premier: prochain,
    mandats: aInscrire.map(({ MissionId, numero }) => ({ MissionId, numero })),
  });
}

/** Prepares the drafts of the owners' accounts of the last month; the demo does not validate them. */
export const prepareAccounts = (api: Api, today: Jour) =>
  api.call("POST", "/CompteRendu/preparer", { mois: ajouterMois(moisDe(today), -1) });

const WITH_A_PLAN = "Maillard";
const INSTALMENTS = 3;

/** A former tenant agrees to pay the rest of his debt in three months. */
export async function agreePlan({ api, today }: Context): Promise<void> {
  const late = await api.read<ImpayeRow[]>(`/Impaye?q=${WITH_A_PLAN}`);
  const [debt] = late;
  if (!debt) throw new Error(`Demo: ${WITH_A_PLAN} owes nothing`);
  const total = enCentimes(debt.du);
  const part = Math.floor(total / INSTALMENTS);
  const termes = Array.from({ length: INSTALMENTS }, (_, rang) => ({
    date: ajouterJours(today, 10 + 30 * rang),
    montant: enEuros(rang === 0 ? total - part * (INSTALMENTS - 1) : part),
  }));
  await api.call("PUT", `/Dossier/${debt.id}/plan`, { termes });
}

/** A line of the bank statement; `montant` in euros. */
interface BankLine {
  date: Jour;
  label: string;
  /** The name of the payer; null for the bank's own charges. */
  payer: string | null;
  montant: number;
}

const DAYS_OF_STATEMENT = 10;
/** Tenants who pay the agency and quote their reference: the product matches their payments by itself. */
const WITH_REFERENCE = ["Dupuis", "O’Connor", "Żółć", "Le Bihan"];
const WITHOUT_REFERENCE = ["Béranger", "El Idrissi"];
const AT_MOST = 3;

/**
 * Imports the bank statement of the last ten days: some lines are matched by the product, the others wait for a
 * person.
 */
export async function importStatement(context: Context): Promise<void> {
  const { api, today } = context;
  const period = { du: ajouterJours(today, -DAYS_OF_STATEMENT), au: ajouterJours(today, -1) };
  const sure = await debtsOf(context, WITH_REFERENCE);
  const named = await debtsOf(context, WITHOUT_REFERENCE);
  const lines: BankLine[] = [
    ...(await knownPayments(api, period)),
    ...sure.map(({ nom, id, montant }, rang) => ({
      date: ajouterJours(period.du, 2 + rang),
      label: `VIR SEPA LOYER ${referenceDeDossier(id)}`,
      payer: nom,
      montant,
    })),
    ...named.map(({ nom, montant }, rang) => ({
      date: ajouterJours(period.du, 4 + rang),
      label: `VIR SEPA ${nom}`,
      payer: nom,
      montant,
    })),
    { date: ajouterJours(period.du, 6), label: "VIR INST LOYER", payer: "VIDAL R", montant: 640 },
    { date: period.au, label: "FRAIS DE TENUE DE COMPTE", payer: null, montant: -14.5 },
  ];
  const form = new FormData();
  const name = `releve-gerance-${period.au}.cfonb`;
  form.set("fichier", new File([statement(period, lines)], name, { type: "text/plain" }));
  await api.send("/Releve", form);
}

/** The unpaid sum of one month, in euros, of each of these tenants who owes money; three tenants at most. */
async function debtsOf({ api, dossiers }: Context, names: readonly string[]) {
  const debts: { id: number; nom: string; montant: number }[] = [];
  for (const name of names) {
    const dossier = dossiers.findLast(({ locataire }) => locataire === name);
    if (!dossier || debts.length === AT_MOST) continue;
    const { echeances } = await api.read<CompteDuDossier>(`/Dossier/${dossier.id}/compte`);
    const open = echeances.filter(({ reste }) => reste > 0);
    const month = open.filter(({ mois }) => mois === open[0]?.mois);
    const cents = month.reduce((sum, { reste }) => sum + enCentimes(reste), 0);
    if (cents > 0) debts.push({ id: dossier.id, nom: asciiName(name), montant: enEuros(cents) });
  }
  return debts;
}

/**
 * The payments to the agency already credited in these days, except cheques: the bank statement shows each as a
 * transfer.
 */
async function knownPayments(api: Api, { du, au }: { du: Jour; au: Jour }): Promise<BankLine[]> {
  const noted = await api.read<ReglementRow[]>(`/Reglement?du=${du}&au=${au}`);
  return noted
    .filter(
      ({ fonds, etat, mode }) => fonds === "agence" && etat === "credite" && mode !== "cheque",
    )
    .map(({ date, DossierId, locataire, montant }) => ({
      date,
      label: `VIR SEPA LOYER ${referenceDeDossier(DossierId)}`,
      payer: asciiName(locataire),
      montant,
    }));
}

/** A name as a bank writes it: in capitals, without accents. */
const asciiName = (name: string) => rechercheNormalisee(name).toUpperCase();

const OPENING_BALANCE = 18_420.15;
const [, BANK, BRANCH, ACCOUNT] =
  /^FR\d\d(\d{5})(\d{5})(\d{11})/.exec(COMPTE_DE_GERANCE.iban.replaceAll(" ", "")) ?? [];
const POSITIVE = "{ABCDEFGHI";
const NEGATIVE = "}JKLMNOPQR";

/** The bank statement as a CFONB 120 file, with its opening and closing balances. */
function statement({ du, au }: { du: Jour; au: Jour }, lines: readonly BankLine[]): string {
  const closing = lines.reduce((sum, { montant }) => sum + enCentimes(montant), 0);
  const ordered = lines.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return [
    record("01", ajouterJours(du, -1), { montant: OPENING_BALANCE }),
    ...ordered.flatMap(({ date, label, payer, montant }) => [
      record("04", date, { text: `${day(date)}${label.slice(0, 31)}`, montant }),
      ...(payer ? [record("05", date, { text: `     NPY${payer}` })] : []),
    ]),
    record("07", au, { montant: enEuros(enCentimes(OPENING_BALANCE) + closing) }),
  ].join("\r\n");
}

/** A day as CFONB writes it: « 251126 ». */
const day = (date: Jour) => formatJour(date).replace(/^(..).(..).*(..)$/, "$1$2$3");

/** A CFONB record of 120 characters, with the amount at its place. */
function record(
  kind: string,
  date: Jour,
  { text = "", montant }: { text?: string; montant?: number },
): string {
  const head = `${kind}${BANK}    ${BRANCH}EUR2 ${ACCOUNT}  ${day(date)}  `;
  if (montant === undefined) return `${head.slice(0, 40)}${text}`.padEnd(120);
  return `${head}${text}`.padEnd(90) + amount(montant).padEnd(30);
}

/** An amount in euros as CFONB writes it: fourteen digits of cents, the last of which also gives the sign. */
function amount(montant: number): string {
  const digits = String(Math.abs(enCentimes(montant))).padStart(14, "0");
  return digits.slice(0, -1) + (montant < 0 ? NEGATIVE : POSITIVE)[Number(digits.at(-1))];
}

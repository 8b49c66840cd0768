import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatJour, formatPeriode } from "#domain/dates.ts";
import type {
  CompteRenduDetail,
  ContenuCompteRendu,
  EncaissementRendu,
  MandantRendu,
} from "#domain/gerance/compte-rendu.ts";
import { NATURES_FISCALES } from "#domain/gerance/depense.ts";
import { MODES_REGLEMENT, PAYEURS } from "#domain/gerance/reglement.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { Card } from "#web/components/ui/card.tsx";

/** All that the account says, as its paper does. */
export function Statement({ account }: { account: CompteRenduDetail }) {
  const { contenu } = account;
  return (
    <Card className="divide-y print:border-0">
      <header className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-4 sm:px-6">
        <div className="min-w-0 flex-1">
          <h3 className="text-lg font-semibold tracking-tight">Compte rendu de gestion</h3>
          <p className="text-sm text-muted">
            {contenu.modeFonds === "proprietaire" && "Loyers perçus directement. "}
            Mandat n° {contenu.mandat.numero}
            {contenu.mandat.dateSignature && ` du ${formatJour(contenu.mandat.dateSignature)}`}
          </p>
        </div>
        <p className="text-sm text-muted tabular-nums sm:text-right">
          {formatPeriode(contenu.du, contenu.au)}
          <span className="block">
            {account.etat === "valide" ? "édité" : "brouillon établi"} le{" "}
            {formatJour(contenu.editeLe)}
          </span>
        </p>
      </header>
      <Synthesis contenu={contenu} />
      <Situation contenu={contenu} />
      <Receipts contenu={contenu} />
      <Expenses contenu={contenu} />
      <Fees contenu={contenu} />
      <Others contenu={contenu} />
      <Coming contenu={contenu} />
    </Card>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="px-4 py-4 sm:px-6">
      <h4 className="mb-2 text-sm font-semibold">{title}</h4>
      {children}
    </section>
  );
}

interface LineProps {
  label: ReactNode;
  amount: number;
  strong?: boolean;
}

function Line({ label, amount, strong }: LineProps) {
  return (
    <div
      className={clsx(
        "flex items-baseline justify-between gap-6 py-1",
        strong && "mt-1 border-t pt-2 font-semibold",
      )}
    >
      <dt>{label}</dt>
      <dd className={clsx("whitespace-nowrap tabular-nums", strong && amount < 0 && "text-red")}>
        {formatEuros(amount)}
      </dd>
    </div>
  );
}

/** A line that says nothing is left out. */
const unlessZero = (label: string, amount: number) =>
  amount !== 0 && <Line label={label} amount={amount} />;

/** From what was there to what is paid over, and to whom. */
function Synthesis({ contenu }: { contenu: ContenuCompteRendu }) {
  const direct = contenu.modeFonds === "proprietaire";
  return (
    <Section title="Synthèse">
      {direct && (
        <dl className="mb-3">
          <Line label="Loyers et charges appelés" amount={contenu.loyersAppeles} />
          <Line label="Déclarés reçus" amount={contenu.loyersRecus} />
          <Line label="Non confirmés" amount={contenu.loyersNonConfirmes} />
        </dl>
      )}
      <dl>
        {(!direct || contenu.soldePrecedent !== 0) && (
          <Line label="Solde précédent" amount={contenu.soldePrecedent} />
        )}
        {(!direct || contenu.encaissements !== 0) && (
          <Line label="Encaissements" amount={contenu.encaissements} />
        )}
        {!direct && <Line label="Honoraires de gestion TTC" amount={-contenu.honorairesTTC} />}
        {unlessZero("Garantie loyers impayés", -contenu.assuranceLoyers)}
        {unlessZero("Dépenses payées pour le compte du mandant", -contenu.depenses)}
        {unlessZero("Autres mouvements", contenu.autresMouvements)}
        {(!direct || contenu.solde !== 0) && (
          <Line label="Solde du présent compte" amount={contenu.solde} strong />
        )}
        {unlessZero("Provision conservée", -contenu.provision)}
        {unlessZero("Factures à payer ou sommes sorties depuis", -contenu.reserves)}
        {direct && <Line label="Honoraires à régler TTC" amount={contenu.honorairesTTC} strong />}
        {(!direct || contenu.reversement !== 0) && (
          <Line label="Reversement" amount={contenu.reversement} strong />
        )}
      </dl>
      {(!direct || contenu.reversement !== 0) && contenu.mandants.length > 0 && (
        <ul className="mt-3 space-y-1 rounded-md bg-sunken px-3 py-2">
          {contenu.mandants.map((mandant) => (
            <Share key={mandant.ClientId} mandant={mandant} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Share({ mandant }: { mandant: MandantRendu }) {
  const { ClientId, nom, num, den, montant, iban } = mandant;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <Link href={`/client/${ClientId}?tab=compte`} className="font-medium hover:underline">
        {nom}
      </Link>
      {num !== den && <span className="text-sm text-muted">{shareInWords(num, den)}</span>}
      <span className="text-sm text-muted">{iban ?? "IBAN inconnu"}</span>
      <span className="ml-auto whitespace-nowrap tabular-nums">{formatEuros(montant)}</span>
    </li>
  );
}

/** « 60 % », « 1/3 ». */
export function shareInWords(num: number, den: number): string {
  const percent = (100 * num) / den;
  return Number.isInteger(percent * 100)
    ? `${formatNombre(percent, 2).replace(/,?0+$/, "")}\u00A0%`
    : `${num}/${den}`;
}

interface Heading {
  label: string;
  right?: boolean;
  /** Left out of a narrow screen. */
  wide?: boolean;
}

interface LedgerProps {
  label: string;
  heads: readonly Heading[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  total?: readonly ReactNode[];
}

/** A table of a statement: no gesture, figures under each other. */
function Ledger({ label, heads, rows, total }: LedgerProps) {
  const style = (rank: number) =>
    clsx(
      "py-1.5 pr-4 align-top last:pr-0",
      heads[rank]?.right ? "text-right whitespace-nowrap tabular-nums" : "text-left",
      heads[rank]?.wide && "max-md:hidden",
    );
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full text-sm">
        <thead className="text-muted">
          <tr>
            {heads.map((head, rank) => (
              <th key={head.label} scope="col" className={clsx(style(rank), "font-normal")}>
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, rank) => (
                <td key={heads[rank]?.label} className={style(rank)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot className="border-t font-semibold">
            <tr>
              {total.map((cell, rank) => (
                <td key={heads[rank]?.label} className={style(rank)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const right = (label: string, wide = false): Heading => ({ label, right: true, wide });

/** Each dwelling that is let: what was called, received, and what is done about the rest. */
function Situation({ contenu }: { contenu: ContenuCompteRendu }) {
  const { situation, depotsDetenus } = contenu;
  if (situation.length === 0 && depotsDetenus === 0) return null;
  const total = (of: (row: (typeof situation)[number]) => number) =>
    formatEuros(somme(...situation.map(of)));
  return (
    <Section title="Situation locative">
      {situation.length > 0 && (
        <Ledger
          label="Situation locative"
          heads={[
            { label: "Logement" },
            { label: "Locataire" },
            right("Appelé"),
            right("Antérieur", true),
            right("Encaissé"),
            right("Reste dû"),
          ]}
          rows={situation.map((row) => ({
            key: String(row.DossierId),
            cells: [
              row.lot,
              <Link
                key="locataire"
                href={`/dossiers/${row.DossierId}?tab=compte`}
                className="hover:underline"
              >
                {row.locataire}
                {row.action && <span className="block text-muted">{row.action}</span>}
              </Link>,
              formatEuros(row.appele),
              formatEuros(row.soldeAnterieur),
              formatEuros(row.encaisse),
              <span key="reste" className={row.resteDu > 0 ? "font-medium text-red" : undefined}>
                {formatEuros(row.resteDu)}
              </span>,
            ],
          }))}
          total={[
            "Total",
            "",
            total((row) => row.appele),
            total((row) => row.soldeAnterieur),
            total((row) => row.encaisse),
            total((row) => row.resteDu),
          ]}
        />
      )}
      {depotsDetenus !== 0 && (
        <p className="mt-2 text-sm text-muted">
          Dépôts de garantie détenus par l’agence : {formatEuros(depotsDetenus)}
        </p>
      )}
    </Section>
  );
}

function payer({ payeur, mode, regularisation }: EncaissementRendu): string {
  return [
    payeur && payeur !== "locataire" ? PAYEURS[payeur] : null,
    mode && MODES_REGLEMENT[mode].toLowerCase(),
    regularisation && "régularisation",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Every sum received for the owner. */
function Receipts({ contenu }: { contenu: ContenuCompteRendu }) {
  const rows = contenu.detailEncaissements;
  if (rows.length === 0) return null;
  const total = (of: (row: EncaissementRendu) => number) => formatEuros(somme(...rows.map(of)));
  const others = rows.some(({ autres }) => autres !== 0);
  return (
    <Section title="Encaissements">
      <Ledger
        label="Encaissements"
        heads={[
          { label: "Date" },
          { label: "Locataire" },
          { label: "Mois", wide: true },
          right("Loyer", true),
          right("Charges", true),
          ...(others ? [right("Autres", true)] : []),
          right("Total"),
        ]}
        rows={rows.map((row, rank) => ({
          key: `${rank}`,
          cells: [
            <span key="date" className="tabular-nums">
              {formatJour(row.date)}
            </span>,
            <span key="locataire">
              {row.locataire}
              <span className="block text-muted">
                {[row.lot, payer(row)].filter(Boolean).join(" · ")}
              </span>
            </span>,
            row.mois && `${row.mois.slice(5)}/${row.mois.slice(0, 4)}`,
            formatEuros(row.loyer),
            formatEuros(row.charges),
            ...(others ? [formatEuros(row.autres)] : []),
            formatEuros(row.total),
          ],
        }))}
        total={[
          "Totaux",
          "",
          "",
          total(({ loyer }) => loyer),
          total(({ charges }) => charges),
          ...(others ? [total(({ autres }) => autres)] : []),
          total((row) => row.total),
        ]}
      />
      {contenu.modeFonds === "agence" && contenu.loyersRecus !== 0 && (
        <p className="mt-2 text-sm text-muted">
          Dont {formatEuros(contenu.loyersRecus)} que le propriétaire a reçus lui-même, hors de ce
          compte.
        </p>
      )}
    </Section>
  );
}

function Expenses({ contenu }: { contenu: ContenuCompteRendu }) {
  const rows = contenu.detailDepenses;
  if (rows.length === 0) return null;
  return (
    <Section title="Dépenses">
      <Ledger
        label="Dépenses"
        heads={[
          { label: "Date" },
          { label: "Dépense" },
          { label: "Pièce", wide: true },
          right("HT", true),
          right("TVA", true),
          right("TTC"),
        ]}
        rows={rows.map((row, rank) => ({
          key: `${rank}`,
          cells: [
            <span key="date" className="tabular-nums">
              {formatJour(row.date)}
            </span>,
            <span key="depense">
              {row.libelle}
              <span className="block text-muted">
                {[
                  row.fournisseur,
                  row.lot,
                  row.nature && NATURES_FISCALES[row.nature].libelle.toLowerCase(),
                  row.recuperable && "récupérable",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>,
            <span key="piece" className="whitespace-nowrap">
              {row.piece}
            </span>,
            formatEuros(row.ht),
            formatEuros(row.tva),
            formatEuros(row.ttc),
          ],
        }))}
        total={["Total", "", "", "", "", formatEuros(somme(...rows.map(({ ttc }) => ttc)))]}
      />
    </Section>
  );
}

/** « 7 % »: rates are hundredths of a percent. */
const rate = (hundredths: number): string =>
  `${formatNombre(hundredths / 100, 2).replace(/,?0+$/, "")}\u00A0%`;

function Fees({ contenu }: { contenu: ContenuCompteRendu }) {
  const rows = contenu.detailHonoraires;
  if (rows.length === 0) return null;
  return (
    <Section title="Honoraires">
      <Ledger
        label="Honoraires"
        heads={[
          { label: "Honoraires" },
          right("Base", true),
          right("Taux", true),
          right("HT"),
          right("TVA"),
          right("TTC"),
        ]}
        rows={rows.map((row, rank) => ({
          key: `${rank}`,
          cells: [
            row.libelle,
            row.taux === null ? "" : formatEuros(row.base),
            row.taux === null ? "forfait" : rate(row.taux),
            formatEuros(row.ht),
            formatEuros(row.tva),
            formatEuros(row.ttc),
          ],
        }))}
        total={[
          "Total",
          "",
          "",
          formatEuros(somme(...rows.map(({ ht }) => ht))),
          formatEuros(somme(...rows.map(({ tva }) => tva))),
          formatEuros(somme(...rows.map(({ ttc }) => ttc))),
        ]}
      />
    </Section>
  );
}

function Others({ contenu }: { contenu: ContenuCompteRendu }) {
  if (contenu.detailAutres.length === 0) return null;
  return (
    <Section title="Autres mouvements">
      <Ledger
        label="Autres mouvements"
        heads={[{ label: "Date" }, { label: "Mouvement" }, right("Montant")]}
        rows={contenu.detailAutres.map(({ date, libelle, montant }, rank) => ({
          key: `${rank}`,
          cells: [formatJour(date), libelle, formatEuros(montant)],
        }))}
      />
    </Section>
  );
}

function Coming({ contenu }: { contenu: ContenuCompteRendu }) {
  if (contenu.echeances.length === 0) return null;
  return (
    <Section title="Échéances à venir">
      <Ledger
        label="Échéances à venir"
        heads={[{ label: "Date" }, { label: "Échéance" }, { label: "Logement" }]}
        rows={contenu.echeances.map(({ date, libelle, lot }, rank) => ({
          key: `${rank}`,
          cells: [formatJour(date), libelle, lot],
        }))}
      />
    </Section>
  );
}

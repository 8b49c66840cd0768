import { Link } from "wouter";
import { formatJour, formatPeriode } from "#domain/dates.ts";
import type {
  CompteRenduDetail,
  ContenuCompteRendu,
  EncaissementRendu,
} from "#domain/gerance/cloture/compte-rendu.ts";
import { tvaDuCompte } from "#domain/gerance/cloture/tva-des-loyers.ts";
import { MODES_REGLEMENT, PAYEURS } from "#domain/gerance/locataires/reglement.ts";
import { mandatEnMots } from "#domain/gerance/mandats/mandat-rendu.ts";
import { NATURES_FISCALES } from "#domain/missions/natures-de-depense.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { Card } from "#web/components/ui/card.tsx";
import { Ledger } from "./ledger.tsx";
import { Synthesis } from "./synthesis.tsx";

/** The whole content of an account, as on its paper. */
export function Statement({ account }: { account: CompteRenduDetail }) {
  const { contenu } = account;
  return (
    <Card className="divide-y print:border-0">
      <header className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-4 sm:px-6">
        <div className="min-w-0 flex-1">
          <h3 className="text-lg font-semibold tracking-tight">Compte rendu de gestion</h3>
          <p className="text-sm text-muted">
            {contenu.modeFonds === "proprietaire" && "Loyers perçus directement. "}
            Mandat {mandatEnMots(contenu.mandat.numero)}
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

interface StatementPart {
  contenu: ContenuCompteRendu;
}

/**
 * For each let dwelling: the sum called, the earlier debt, the sum received, the sum still owed, and the agency's
 * action about it.
 */
function Situation({ contenu }: StatementPart) {
  return (
    <Ledger
      title="Situation locative"
      rows={contenu.situation}
      total="Total"
      note={
        contenu.depotsDetenus !== 0 &&
        `Dépôts de garantie détenus par l’agence : ${formatEuros(contenu.depotsDetenus)}`
      }
      columns={[
        { header: "Logement", cell: ({ lot }) => lot },
        {
          header: "Locataire",
          opens: true,
          cell: ({ DossierId, locataire, action }) => (
            <Link href={`/dossiers/${DossierId}?tab=compte`} className="hover:underline">
              {locataire}
              {action && <span className="block text-muted">{action}</span>}
            </Link>
          ),
        },
        { header: "Appelé", euros: ({ appele }) => appele },
        { header: "Antérieur", euros: ({ soldeAnterieur }) => soldeAnterieur, wide: true },
        { header: "Encaissé", euros: ({ encaisse }) => encaisse },
        {
          header: "Reste dû",
          euros: ({ resteDu }) => resteDu,
          cell: ({ resteDu }) => (
            <span className={resteDu > 0 ? "font-medium text-red" : undefined}>
              {formatEuros(resteDu)}
            </span>
          ),
        },
      ]}
    />
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

function Receipts({ contenu }: StatementPart) {
  const rows = contenu.detailEncaissements;
  const others = rows.some(({ autres }) => autres !== 0);
  return (
    <Ledger
      title="Encaissements"
      rows={rows}
      total="Totaux"
      note={[
        rows.length > 0 &&
          contenu.modeFonds === "agence" &&
          contenu.loyersRecus !== 0 &&
          `Dont ${formatEuros(contenu.loyersRecus)} que le propriétaire a reçus lui-même, hors de ce compte.`,
        ...tvaDuCompte(rows)
          .filter(({ taux }) => taux > 0)
          .map(
            ({ ht, tva }) =>
              `Dont ${formatEuros(tva)} de TVA sur les loyers (hors taxe : ${formatEuros(ht)}).`,
          ),
      ]
        .filter(Boolean)
        .join(" ")}
      columns={[
        { header: "Date", day: ({ date }) => date },
        {
          header: "Locataire",
          cell: (row) => (
            <Detailed label={row.locataire} details={[row.lot, payer(row), row.objet]} />
          ),
        },
        {
          header: "Mois",
          cell: ({ mois }) => mois && `${mois.slice(5)}/${mois.slice(0, 4)}`,
          wide: true,
        },
        { header: "Loyer", euros: ({ loyer }) => loyer, wide: true },
        { header: "Charges", euros: ({ charges }) => charges, wide: true },
        ...(others
          ? [{ header: "Autres", euros: (row: EncaissementRendu) => row.autres, wide: true }]
          : []),
        { header: "Total", euros: ({ total }) => total },
      ]}
    />
  );
}

function Expenses({ contenu }: StatementPart) {
  return (
    <Ledger
      title="Dépenses"
      rows={contenu.detailDepenses}
      total="Total"
      columns={[
        { header: "Date", day: ({ date }) => date },
        {
          header: "Dépense",
          cell: ({ libelle, fournisseur, lot, nature, recuperable }) => (
            <Detailed
              label={libelle}
              details={[
                fournisseur,
                lot,
                nature && NATURES_FISCALES[nature].libelle.toLowerCase(),
                recuperable && "récupérable",
              ]}
            />
          ),
        },
        {
          header: "Pièce",
          cell: ({ piece }) => <span className="whitespace-nowrap">{piece}</span>,
          wide: true,
        },
        { header: "HT", euros: ({ ht }) => ht, wide: true, added: false },
        { header: "TVA", euros: ({ tva }) => tva, wide: true, added: false },
        { header: "TTC", euros: ({ ttc }) => ttc },
      ]}
    />
  );
}

/** « 7 % », from hundredths of a percent. */
const rate = (hundredths: number): string =>
  `${formatNombre(hundredths / 100, 2).replace(/,?0+$/, "")}\u00A0%`;

function Fees({ contenu }: StatementPart) {
  return (
    <Ledger
      title="Honoraires"
      rows={contenu.detailHonoraires}
      total="Total"
      columns={[
        { header: "Honoraires", cell: ({ libelle }) => libelle },
        {
          header: "Base",
          cell: ({ taux, base }) => taux !== null && formatEuros(base),
          figures: true,
          wide: true,
        },
        {
          header: "Taux",
          cell: ({ taux }) => (taux === null ? "forfait" : rate(taux)),
          figures: true,
          wide: true,
        },
        { header: "HT", euros: ({ ht }) => ht },
        { header: "TVA", euros: ({ tva }) => tva },
        { header: "TTC", euros: ({ ttc }) => ttc },
      ]}
    />
  );
}

function Others({ contenu }: StatementPart) {
  return (
    <Ledger
      title="Autres mouvements"
      rows={contenu.detailAutres}
      columns={[
        { header: "Date", day: ({ date }) => date },
        { header: "Mouvement", cell: ({ libelle }) => libelle },
        { header: "Montant", euros: ({ montant }) => montant },
      ]}
    />
  );
}

function Coming({ contenu }: StatementPart) {
  return (
    <Ledger
      title="Échéances à venir"
      rows={contenu.echeances}
      columns={[
        { header: "Date", day: ({ date }) => date },
        { header: "Échéance", cell: ({ libelle }) => libelle },
        { header: "Logement", cell: ({ lot }) => lot },
      ]}
    />
  );
}

type Detail = string | false | null | undefined;

function Detailed({ label, details }: { label: string; details: readonly Detail[] }) {
  return (
    <>
      {label}
      <span className="block text-muted">{details.filter(Boolean).join(" · ")}</span>
    </>
  );
}

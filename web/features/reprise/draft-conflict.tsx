import { formatJour } from "#domain/dates.ts";
import type { Referentiel, RepriseLue } from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { DETENTEURS } from "#domain/gerance/reprise/solde-repris.ts";
import { formatEuros } from "#domain/montants.ts";
import { PagedItems } from "#web/components/list/pages/paged-items.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { type Balances, balancesOf, sameBalance } from "./balances.ts";

interface DraftConflictProps {
  /** The draft that somebody else has stored meanwhile. */
  fresh: RepriseLue;
  debut: string;
  balances: Balances;
  /** Replaces the typed balances by the stored draft. */
  onReload(): void;
  /** Applies the typed changes to the stored draft. */
  onKeep(): void;
  onClose(): void;
}

/** When somebody else has stored a draft meanwhile, shows the differences side by side, and the user chooses. */
export function DraftConflict(props: DraftConflictProps) {
  const { fresh, debut, balances } = props;
  const theirs = balancesOf(fresh.lignes);
  const keys = [...new Set([...theirs.keys(), ...balances.keys()])];
  const differing = keys.filter((key) => !sameBalance(theirs.get(key), balances.get(key)));
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && props.onClose()}
      title="Ce brouillon a été modifié entre-temps"
      description={`${fresh.user ?? "Quelqu’un d’autre"} en a gardé un autre pendant votre saisie. Rien n’a été remplacé.`}
    >
      <DialogBody>
        <PagedItems of="soldes qui diffèrent" items={differing}>
          {(keys) => (
            <Table aria-label="Les deux brouillons">
              <thead>
                <tr>
                  <TableHead className="pl-0">Solde</TableHead>
                  <TableHead className="text-right">Brouillon gardé</TableHead>
                  <TableHead className="text-right">Votre saisie</TableHead>
                </tr>
              </thead>
              <tbody className="tabular-nums">
                {fresh.debut !== debut && (
                  <tr>
                    <TableCell className="pl-0 text-muted">Les comptes commencent le</TableCell>
                    <TableCell className="text-right">{formatJour(fresh.debut)}</TableCell>
                    <TableCell className="text-right">{formatJour(debut)}</TableCell>
                  </tr>
                )}
                {keys.map((key) => (
                  <tr key={key}>
                    <TableCell className="pl-0 text-muted">
                      {nameOf(theirs.get(key) ?? balances.get(key), fresh.referentiel)}
                    </TableCell>
                    <TableCell className="text-right">{written(theirs.get(key))}</TableCell>
                    <TableCell className="text-right">{written(balances.get(key))}</TableCell>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </PagedItems>
      </DialogBody>
      <DialogFooter>
        <Button onClick={props.onReload}>Recharger le brouillon gardé</Button>
        <Button variant="primary" onClick={props.onKeep}>
          Y reporter mes modifications
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function written(line: LigneReprise | undefined): string {
  if (!line) return "—";
  const amount = formatEuros(line.montant);
  return line.genre === "depot" ? `${amount}, ${DETENTEURS[line.detenuPar].toLowerCase()}` : amount;
}

/** « Dupont Léo : dépôt de garantie ». */
function nameOf(line: LigneReprise | undefined, referentiel: Referentiel): string {
  if (!line) return "";
  if (line.genre === "banque") {
    const bank = referentiel.banques.find(({ id }) => id === line.CompteBancaireId);
    return `Banque : ${bank?.nom ?? line.CompteBancaireId}`;
  }
  if (line.genre === "mandant") {
    const mandate = referentiel.mandats.find(({ id }) => id === line.MissionId);
    return `Mandant : ${mandate?.clients || `mission ${line.MissionId}`}`;
  }
  const dossier = referentiel.dossiers.find(({ id }) => id === line.DossierId);
  const what = { dette: "doit", avance: "a d’avance", depot: "dépôt de garantie" }[line.genre];
  const month = line.genre === "dette" && line.mois ? `, ${line.mois}` : "";
  return `${dossier?.locataire ?? `Dossier ${line.DossierId}`} : ${what}${month}`;
}

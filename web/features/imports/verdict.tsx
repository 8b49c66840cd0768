import { Download } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { CorrectionImport } from "#domain/import/colonnes-fiche.ts";
import type { EssaiImport } from "#domain/import/fiche.ts";
import { ETAT_LOCATIF, GENRES_IMPORT } from "#domain/import/genres.ts";
import { Notice } from "#web/components/notice.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Progress } from "#web/components/ui/progress.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { formatCount } from "#web/lib/format.ts";

interface ImportVerdictProps {
  verdict: EssaiImport;
  checking: boolean;
  importing: boolean;
  onImport(): void;
  onMend(cell: CorrectionImport): void;
  onSaveWrong(): void;
}

/**
 * The check of a file: the count of records that it would make, its errors, duplicates and warnings, and its first
 * lines as they were read.
 */
export function ImportVerdict({
  verdict,
  checking,
  importing,
  onImport,
  onMend,
  onSaveWrong,
}: ImportVerdictProps) {
  const { aCreer, parties, erreurs, fausses } = verdict;
  const { existantes, doublons, avertissements, titres, apercu } = verdict;
  return (
    <Card aria-label="Ce que ferait l’import" role="region">
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h2 className="mr-1 font-medium">Ce que ferait l’import</h2>
        {parties.map(({ genre, aCreer }) => (
          <Badge key={genre} tone={aCreer > 0 ? "green" : "grey"}>
            {formatCount(
              aCreer,
              `${GENRES_IMPORT[genre].singulier} à créer`,
              `${GENRES_IMPORT[genre].pluriel} à créer`,
            )}
          </Badge>
        ))}
        {erreurs.nombre > 0 && <Badge tone="red">{formatCount(erreurs.nombre, "erreur")}</Badge>}
        {existantes.nombre > 0 && <Badge tone="blue">{existantes.nombre} déjà là</Badge>}
        {doublons.nombre > 0 && (
          <Badge tone="orange">{formatCount(doublons.nombre, "doublon")}</Badge>
        )}
        <Button
          variant="primary"
          className="ml-auto"
          pending={importing}
          disabled={importing || checking || aCreer === 0}
          onClick={onImport}
        >
          {importWords(verdict)}
        </Button>
      </div>
      {importing && <Importing lines={verdict.lignes} />}
      {avertissements.nombre > 0 && (
        <div className="space-y-2 px-4 pb-3">
          {avertissements.premiers.slice(0, SHOWN).map((said) => (
            <Notice key={said}>{said}</Notice>
          ))}
        </div>
      )}
      {erreurs.nombre > 0 && (
        <Part
          title={
            aCreer > 0
              ? `À corriger ici, ou à part : ${formatCount(fausses, "ligne")} sur ${verdict.lignes}`
              : "À corriger : rien ne s’importe avant"
          }
          action={
            <Button size="sm" onClick={onSaveWrong}>
              <Download aria-hidden />
              Lignes à corriger
            </Button>
          }
          {...erreurs}
        >
          {(shown) => (
            <Table>
              <thead>
                <tr>
                  <TableHead className="text-right sm:w-20">Ligne</TableHead>
                  <TableHead className="sm:w-56">Colonne</TableHead>
                  <TableHead className="sm:w-72">Ce que dit la cellule</TableHead>
                  <TableHead className="max-sm:hidden">Ce qui ne va pas</TableHead>
                </tr>
              </thead>
              <tbody>
                {shown.map((error) => (
                  <tr key={`${error.ligne} ${error.colonne} ${error.message}`}>
                    <TableCell className="text-right tabular-nums">{error.ligne}</TableCell>
                    <TableCell>{error.colonne}</TableCell>
                    <TableCell>
                      <WrongCell error={error} onMend={onMend} />
                      <p className="mt-1 text-sm sm:hidden">{error.message}</p>
                    </TableCell>
                    <TableCell className="max-sm:hidden">{error.message}</TableCell>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Part>
      )}
      {[
        { title: "Déjà là : ces fiches restent comme elles sont", said: existantes },
        { title: "Dits deux fois dans le fichier : une seule fiche", said: doublons },
      ].map(
        ({ title, said }) =>
          said.nombre > 0 && (
            <Part key={title} title={title} {...said}>
              {(shown) => (
                <ul className="px-4 pb-2">
                  {shown.map(({ ligne, message }) => (
                    <li key={ligne} className="py-0.5">
                      <span className="text-muted">Ligne {ligne} :</span> {message}
                    </li>
                  ))}
                </ul>
              )}
            </Part>
          ),
      )}
      <Part
        title="Les premières lignes, comme elles sont lues"
        premiers={apercu}
        nombre={apercu.length}
      >
        {(shown) => (
          <Table>
            <thead>
              <tr>
                <TableHead className="w-20 text-right">Ligne</TableHead>
                {titres.map((titre) => (
                  <TableHead key={titre}>{titre}</TableHead>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ ligne, cellules }) => (
                <tr key={ligne}>
                  <TableCell className="text-right tabular-nums">{ligne}</TableCell>
                  {cellules.map((cellule, rank) => (
                    <TableCell key={titres[rank]} className="whitespace-nowrap">
                      {cellule}
                    </TableCell>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Part>
    </Card>
  );
}

const LIGNES = { singulier: "ligne", pluriel: "lignes" };

const importWords = ({ genre, aCreer, fausses, lignes }: EssaiImport): string => {
  if (aCreer === 0) return "Importer";
  const whole = genre === ETAT_LOCATIF;
  const { singulier, pluriel } = whole ? LIGNES : GENRES_IMPORT[genre];
  const right = whole ? lignes - fausses : aCreer;
  if (fausses === 0) return `Importer ${formatCount(right, singulier, pluriel)}`;
  return right === 1
    ? "Importer la ligne juste"
    : `Importer les ${formatCount(right, "ligne juste", "lignes justes")}`;
};

/**
 * A faulty cell, which the user corrects here. Nothing for a value that comes from no column: it is corrected above,
 * for every line.
 */
function WrongCell({
  error: { ligne, colonne, place, texte },
  onMend,
}: {
  error: EssaiImport["erreurs"]["premiers"][number];
  onMend(cell: CorrectionImport): void;
}) {
  if (place === null) return null;
  return (
    <Input
      aria-label={`${colonne}, ligne ${ligne}`}
      defaultValue={texte}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
      onBlur={({ target }) => {
        if (target.value !== texte) onMend({ ligne, place, texte: target.value });
      }}
    />
  );
}

const SHOWN = 20;

interface PartProps<Said> {
  title: string;
  action?: ReactNode;
  /** The count of all the lines; `premiers` holds only the first ones. */
  nombre: number;
  premiers: readonly Said[];
  children(shown: readonly Said[]): ReactNode;
}

/** A part of the check: a few lines, then the others on demand. */
function Part<Said>({ title, action, nombre, premiers, children }: PartProps<Said>) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? premiers : premiers.slice(0, SHOWN);
  const more = premiers.length - shown.length;
  return (
    <section className="border-t">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-1">
        <h3 className="text-sm font-medium">{title}</h3>
        {action}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className="overflow-x-auto" tabIndex={0}>
        {children(shown)}
      </div>
      {nombre > shown.length && (
        <p className="flex flex-wrap items-center gap-3 px-4 py-2 text-sm text-muted">
          Et {formatCount(nombre - shown.length, "autre")}.
          {more > 0 && (
            <Button size="sm" onClick={() => setWhole(true)}>
              {nombre > premiers.length
                ? `Montrer les ${premiers.length} premières`
                : "Tout montrer"}
            </Button>
          )}
        </p>
      )}
    </section>
  );
}

const LINES_A_SECOND = 2000;
const TICK_MS = 200;

/** The import writes all or nothing, so it has no progress to show, only the usual duration for such a file. */
function Importing({ lines }: { lines: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + TICK_MS / 1000), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const expected = 1 + lines / LINES_A_SECOND;
  return (
    <div className="px-4 pb-3" aria-live="polite">
      <p className="mb-1 text-sm text-muted">
        Enregistrement de {formatCount(lines, "ligne")}, en une seule fois…
      </p>
      <Progress label="Import" value={Math.min(seconds, 0.95 * expected)} max={expected} />
    </div>
  );
}

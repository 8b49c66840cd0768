import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { deStationnement } from "#domain/bail/bail.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import { congeDuLocataire, GENRES_DEPART } from "#domain/gerance/departs/depart.ts";
import type { PartantSeul } from "#domain/gerance/departs/depart-fiche.ts";
import { bailTransmis } from "#domain/gerance/departs/etapes.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import { useDocumentEvents } from "#web/documents/api.ts";
import { GeneratedDocument } from "#web/documents/generated-document.tsx";
import { Versions } from "#web/documents/versions.tsx";
import { TOUCHED_BY_DEPARTS, withdrawDeparture } from "#web/entities/biens/departs.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { Gestures } from "./step.tsx";
import type { StepContent } from "./step-content.ts";
import { useNote } from "./use-note.ts";

/** How the lease ends, the tenants who leave alone, and the paper that acknowledges the notice. */
export function NoticeStep({ dossier, detail, mayModify, ask }: StepContent) {
  const { made } = useDocumentEvents("Dossier", dossier.id);
  const withdraw = useWrite(
    (titulaire: "tous" | "premier" | "second") => withdrawDeparture(dossier.id, titulaire),
    TOUCHED_BY_DEPARTS,
  );
  const staying = detail.titulaires.filter((nom) =>
    detail.partants.every((partant) => partant.nom !== nom),
  );
  const transmitted = bailTransmis(detail);
  const noticed = detail.recuLe !== null && detail.finLe !== null;
  const frozen = detail.soldes.some(({ annuleLe }) => annuleLe === null);
  return (
    <>
      {detail.partants.map((partant) => (
        <LeftAlone key={partant.titulaire} partant={partant} staying={staying}>
          {mayModify && !frozen && (
            <span className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => ask("notice", partant.titulaire)}>
                Modifier son départ
              </Button>
              <Button
                size="sm"
                pending={withdraw.isPending}
                onClick={async () => {
                  const accepted = await confirm({
                    title: "Retirer ce départ ?",
                    text: `${partant.nom} reste au bail : ce qui est noté de son départ s’efface.`,
                    action: "Retirer le départ",
                  });
                  if (accepted) withdraw.mutate(partant.titulaire);
                }}
              >
                Retirer son départ
              </Button>
            </span>
          )}
        </LeftAlone>
      ))}
      {transmitted && detail.clesLe === null && (
        <div className="mb-3">
          <p>
            Le titulaire est décédé, et {transmitted} : portez le nouveau titulaire sur la fiche du
            locataire, et constatez-le par un avenant au bail. Les clés et le compte ne viendront
            qu’à son départ.
          </p>
          {mayModify && (
            <Gestures>
              <Button variant="primary" asChild>
                <Link href={`/locataires/${dossier.LocataireId}/edit`}>Modifier le locataire</Link>
              </Button>
            </Gestures>
          )}
        </div>
      )}
      {noticed && congeDuLocataire(detail.depart?.genre) && (
        <GeneratedDocument
          type="accuseConge"
          sources={{ id: dossier.id }}
          text="La durée du préavis et sa fin, à remettre au locataire."
          action="Générer l’accusé de réception"
          made={made}
        />
      )}
      {mayModify && !frozen && (
        <Gestures>
          <Button
            variant={noticed || transmitted ? "secondary" : "primary"}
            onClick={() => ask("notice")}
          >
            {transmitted
              ? "Modifier le décès"
              : detail.depart || noticed
                ? "Modifier le congé"
                : "Noter le congé"}
          </Button>
          {detail.depart && detail.clesLe === null && (
            <Button
              pending={withdraw.isPending}
              onClick={async () => {
                if (
                  await confirm({
                    title: transmitted ? "Retirer ce décès ?" : "Retirer ce congé ?",
                    text: transmitted
                      ? "Ce qui est noté du décès s’efface du dossier."
                      : "Le locataire reste : la fin du préavis s’efface du dossier.",
                    action: transmitted ? "Retirer le décès" : "Retirer le congé",
                  })
                )
                  withdraw.mutate("tous");
              }}
            >
              {transmitted ? "Retirer le décès" : "Le locataire reste"}
            </Button>
          )}
        </Gestures>
      )}
    </>
  );
}

interface LeftAloneProps {
  partant: PartantSeul;
  /** The names of the tenants with whom the lease goes on. */
  staying: readonly string[];
  children: ReactNode;
}

/** A tenant of a colocation who leaves or died, while the lease goes on with the others. */
function LeftAlone({ partant, staying, children }: LeftAloneProps) {
  const { nom, genre, recuLe, finLe, finDeSolidarite } = partant;
  const goesOn = staying.length > 0 ? ` ; le bail continue avec ${staying.join(" et ")}` : "";
  const day = (jour: Jour | null) => (jour ? formatJour(jour) : "—");
  return (
    <div className="mb-4">
      <p>
        <strong className="font-medium">{nom}</strong>{" "}
        {genre === "deces"
          ? `est décédé·e le ${day(recuLe)}${goesOn}.`
          : `part seul·e : ${GENRES_DEPART[genre].toLowerCase()}, le ${day(recuLe)}, pour le ${day(finLe)}.`}{" "}
        {finDeSolidarite &&
          `Tenu·e avec les autres, et sa caution, jusqu’au ${formatJour(finDeSolidarite)} (article 8-1).`}
      </p>
      {children}
    </div>
  );
}

/** Notes whether candidates may visit the dwelling, to let it again. */
export function LettingStep({ detail, mayModify }: StepContent) {
  const note = useNote(detail);
  const shown = detail.depart?.visites ?? false;
  return (
    <>
      <Toggle
        label="Le logement se visite pour être reloué"
        checked={shown}
        disabled={!mayModify || note.isPending}
        onChange={(visites) => note.mutate({ visites })}
      />
      <p className="mt-3 text-sm text-muted">
        Le nouveau loyer se vérifie : dernier loyer en zone tendue, encadrement, et gel des classes
        F et G (article 17).
      </p>
    </>
  );
}

export function SummonsStep({ detail, mayModify, ask }: StepContent) {
  const { made } = useDocumentEvents("Dossier", detail.DossierId);
  return (
    <>
      <p>
        Convenez du jour avec le locataire
        {detail.finLe && `, au plus tard le ${formatJour(detail.finLe)}`} : l’état des lieux est
        contradictoire et amiable, sinon un commissaire de justice l’établit, les parties convoquées
        sept jours avant (article 3-2).
      </p>
      {mayModify && (
        <Gestures>
          <Button onClick={() => ask("summons")}>Faire la convocation</Button>
        </Gestures>
      )}
      <Versions versions={made.filter(({ type }) => type === "convocationSortie")} />
    </>
  );
}

export function KeysStep({ dossier, detail, mayModify, ask }: StepContent) {
  const note = useNote(detail);
  const without = detail.depart?.sansEtatDesLieux ?? false;
  const frozen = detail.soldes.some(({ annuleLe }) => annuleLe === null);
  const dwelling = !deStationnement({ regime: detail.bail.regime });
  return (
    <>
      {detail.nouvelleAdresse ? (
        <p>Nouvelle adresse : {detail.nouvelleAdresse}</p>
      ) : (
        <p className="text-muted">
          La nouvelle adresse du locataire n’est pas connue : sans elle, un retard à rendre le dépôt
          n’est pas majoré.
        </p>
      )}
      {detail.etatOut === null && !frozen && (
        <Toggle
          label="Il n’y aura pas d’état des lieux de sortie"
          checked={without}
          disabled={!mayModify || note.isPending}
          onChange={(sansEtatDesLieux) => note.mutate({ sansEtatDesLieux })}
        />
      )}
      {mayModify && (
        <Gestures>
          <Button variant={detail.clesLe ? "secondary" : "primary"} onClick={() => ask("keys")}>
            {frozen
              ? "Modifier la nouvelle adresse"
              : detail.clesLe
                ? "Modifier la remise des clés"
                : "Noter la remise des clés"}
          </Button>
          {dwelling && (
            <Button asChild>
              <Link href={`/dossiers/${dossier.id}?tab=etats-lieux`}>
                {detail.etatOut === null
                  ? "Faire l’état des lieux de sortie"
                  : "Voir les états des lieux"}
              </Link>
            </Button>
          )}
        </Gestures>
      )}
    </>
  );
}

interface ToggleProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange(checked: boolean): void;
}

function Toggle({ label, checked, disabled, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="mt-3 flex items-center gap-2">
      <Switch
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

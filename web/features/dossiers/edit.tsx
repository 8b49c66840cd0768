import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useParams } from "wouter";
import { fields } from "#domain/biens/dossier-fiche.ts?fields";
import { RecordEdit } from "#web/components/record/record-edit.tsx";
import { WaitingRecord } from "#web/components/record/record-head.tsx";
import { appartements } from "#web/entities/biens/appartements.ts";
import { dossiers, proposed } from "#web/entities/biens/dossiers.ts";
import { useRelatedId } from "#web/lib/navigation.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { peekDraft } from "#web/lib/rules/draft.ts";
import { lazyRules } from "#web/lib/rules/lazy-rules.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { DossierRecord } from "./record.tsx";

const rules = lazyRules(fields, () => import("#domain/biens/dossier-fiche.ts"));

export function DossierEdit() {
  const client = useQueryClient();
  const initial = useInitialValues();
  if (initial === null) return <WaitingRecord />;
  return (
    <RecordEdit
      resource={dossiers}
      rules={rules}
      newTitle="Nouveau dossier"
      createLabel="Créer le dossier"
      created="Votre dossier à été crée avec succes."
      ask={async (values, record) => {
        const { askColocation } = await import("./colocation.ts");
        return askColocation(client, values, record);
      }}
      initial={{ ...initial.usual, ...initial.brought }}
      brought={initial.brought}
    >
      <DossierRecord />
    </RecordEdit>
  );
}

/**
 * The initial values of a new dossier: the usual values of the agency, then the apartment and the tenant named in the
 * address (web/README §10.2). Null while they are read.
 */
function useInitialValues() {
  const [path] = useLocation();
  const { id } = useParams();
  const [draft] = useState(() => peekDraft(path));
  const AppartementId = useRelatedId("relatedAppartement");
  const LocataireId = useRelatedId("relatedTenant");
  const { data, isLoading } = useQuery({
    ...appartements.find(AppartementId ?? 0),
    enabled: AppartementId !== null,
  });
  const usual = useQuery({ ...proposed, enabled: id === undefined && draft === null });
  const { error } = usual;
  useEffect(() => {
    if (!error || (error instanceof ApiError && error.metEverywhere)) return;
    notifyDanger("Le numéro des frais de dossier n’a pas pu être proposé : saisissez-le.");
  }, [error]);
  // The form waits for a fresh answer, even when the cache holds an older one; once on screen, it keeps its first
  // values.
  const read = useRef(false);
  read.current ||= !isLoading && !usual.isFetching;
  if (!read.current) return null;
  const rent = data && draft?.AppartementId !== data.id;
  return {
    // The usual values may have been read ahead although a draft replaces them.
    usual: draft === null ? usual.data : undefined,
    brought: {
      ...(data ? { AppartementId: data.id } : {}),
      ...(rent ? { loyerHC: data.loyerHC, loyerCharge: data.charge } : {}),
      ...(LocataireId ? { LocataireId } : {}),
    },
  };
}

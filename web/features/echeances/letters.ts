import {
  DOCUMENTS,
  type DocumentGenere,
  type DocumentRow,
  type Sources,
  type TypeDocument,
} from "#domain/fichiers/document.ts";
import { generate } from "#web/documents/api.ts";
import { api } from "#web/lib/server/api.ts";

export interface Letter {
  type: TypeDocument;
  id: number;
}

export interface Mailed {
  document: { DocumentId: number };
  name: string;
}

const MOST = 150;

export const make = ({ type, id }: Letter): Promise<DocumentGenere> =>
  generate(type, { id } as Sources<TypeDocument>);

/** The last version of a letter on its record; makes the letter when there is none. */
export async function lastOrNew(letter: Letter): Promise<Mailed> {
  const { entite, intitule } = DOCUMENTS[letter.type];
  const last = async () => {
    const record = { entite, id: letter.id, sort: "-id", page: 1, limit: MOST };
    const { data } = await api.list<DocumentRow>("/Document", record);
    return data.find(({ type }) => type === letter.type)?.id;
  };
  const known = await last();
  if (known === undefined) await make(letter);
  const DocumentId = known ?? (await last());
  if (DocumentId === undefined)
    throw new Error("The letter that was just made is not on its record.");
  return { document: { DocumentId }, name: intitule };
}

import {
  adresseClient,
  type ClientDetail,
  contactParDefaut,
  creation,
  MAILS_CLIENT,
  TELEPHONES_CLIENT,
} from "#domain/client.ts";
import { nomComplet } from "#domain/personne.ts";
import { RecordScreen } from "#web/components/record-screen.tsx";
import { formatPhone } from "#web/lib/format.ts";
import { clients } from "./api.ts";
import { ClientFields } from "./form.tsx";

export function ClientRecord() {
  return (
    <RecordScreen
      resource={clients}
      base="/client"
      list="/client/"
      schema={creation}
      newTitle="Nouveau client"
      createLabel="Créer le client"
      created="Votre client à été crée avec succes."
      title={nomComplet}
      facts={facts}
      fields={<ClientFields />}
    />
  );
}

function facts(client: ClientDetail) {
  const tel = contactParDefaut(client, TELEPHONES_CLIENT, client.telDefaut);
  const mail = contactParDefaut(client, MAILS_CLIENT, client.mailDefaut);
  return [tel && formatPhone(tel), mail, adresseClient(client).ville];
}

package source

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	entcredentials "github.com/newsources/newsources/services/newssources/internal/ent/endpointcredentials"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
)

// noKeysMessage is the error text for credentials when no encryption key is configured.
const noKeysMessage = "Passwords can't be saved: no encryption key is configured. Ask an operator to set " +
	"CREDENTIALS_KEYS, or remove the user name and the password."

// Credentials returns the credentials of an endpoint for a request to address. It returns nil if
// the endpoint has none, or if address is on another server than the endpoint.
func (r *Register) Credentials(ctx context.Context, endpointID uuid.UUID,
	address weburl.URL) (*credential.Credentials, error) {
	var endpointURL string
	var sealed []byte
	err := r.db.Pool.QueryRow(ctx, `
		SELECT e.url, c.sealed FROM endpoints e JOIN endpoint_credentials c ON c.endpoint_id = e.id WHERE e.id = $1`,
		endpointID).Scan(&endpointURL, &sealed)
	if postgres.IsNoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	endpointAddress, err := weburl.Parse(endpointURL)
	if err != nil || !address.KeepsCredentialsOf(endpointAddress) {
		return nil, err
	}
	found, err := credential.Open(r.keys, sealed, endpointID, address)
	if err != nil {
		return nil, fmt.Errorf("credentials of endpoint %s: %w", endpointID, err)
	}
	return found, nil
}

// SetCredentials replaces the credentials of an endpoint; nil removes them.
func (d *EndpointDetails) SetCredentials(c *credential.Credentials) {
	d.Credentials, d.HasCredentials = c, c != nil
}

// splitCredentials moves the user name and the password from the address to Credentials, unless
// Credentials is set.
func (d *EndpointDetails) splitCredentials() {
	address, username, password := weburl.SplitCredentials(d.URL)
	d.URL = address
	if d.Credentials == nil && username+password != "" {
		d.SetCredentials(&credential.Credentials{Username: username, Password: password})
	}
}

// checkKeys adds an error if d has credentials that cannot be encrypted. prefix is prepended to the
// JSON pointer.
func (r *Register) checkKeys(wrong *problem.Fields, prefix string, d EndpointDetails) {
	if d.Credentials != nil && !r.keys.CanSeal() {
		wrong.Add(prefix+"/credentials", "no_key", "%s", noKeysMessage)
	}
}

// saveCredentials encrypts and saves the credentials of the endpoints with these ids, replacing
// existing credentials.
func saveCredentials(ctx context.Context, tx postgres.Tx, keys *seal.Keys,
	byEndpoint map[uuid.UUID]EndpointDetails) error {
	if len(byEndpoint) == 0 {
		return nil
	}
	var ids, endpoints []uuid.UUID
	var sealed [][]byte
	for endpoint, details := range byEndpoint {
		ciphertext, err := details.Credentials.Seal(keys, endpoint, details.URL)
		if err != nil {
			return err
		}
		ids, endpoints, sealed = append(ids, uuid.Must(uuid.NewV7())), append(endpoints, endpoint), append(sealed, ciphertext)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO endpoint_credentials (id, endpoint_id, sealed, updated_at)
		SELECT c.id, c.endpoint, c.sealed, $4 FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) c(id, endpoint, sealed)
		ON CONFLICT (endpoint_id) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at`,
		ids, endpoints, sealed, time.Now())
	return err
}

// updateCredentials keeps, replaces or removes the credentials of an endpoint.
func updateCredentials(ctx context.Context, tx postgres.Tx, keys *seal.Keys, id uuid.UUID, before,
	after EndpointDetails) error {
	if after.Credentials != nil {
		return saveCredentials(ctx, tx, keys, map[uuid.UUID]EndpointDetails{id: after})
	}
	if before.HasCredentials && !after.HasCredentials {
		_, err := tx.Ent.EndpointCredentials.Delete().Where(entcredentials.EndpointID(id)).Exec(ctx)
		return err
	}
	return nil
}

// credentialsChange returns the history entry for added, replaced or removed credentials, without
// their values.
func credentialsChange(before, after EndpointDetails) []audit.Change {
	const set, replaced, removedByMove = `"set"`, `"replaced"`, `"removed, because the address is now on another server"`
	change := audit.Change{Field: "credentials"}
	switch {
	case after.Credentials != nil && before.HasCredentials:
		change.Before, change.After = json.RawMessage(set), json.RawMessage(replaced)
	case after.Credentials != nil:
		change.After = json.RawMessage(set)
	case before.HasCredentials && !after.HasCredentials:
		change.Before = json.RawMessage(set)
		if after.URL != "" && !isSameServer(before.URL, after.URL) {
			change.After = json.RawMessage(removedByMove)
		}
	default:
		return nil
	}
	return []audit.Change{change}
}

func isSameServer(before, after string) bool {
	beforeURL, err1 := weburl.Parse(before)
	afterURL, err2 := weburl.Parse(after)
	return err1 == nil && err2 == nil && afterURL.KeepsCredentialsOf(beforeURL)
}

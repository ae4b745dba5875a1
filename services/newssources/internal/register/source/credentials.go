package source

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	entcredentials "github.com/newsources/newsources/services/newssources/internal/ent/endpointcredentials"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Maximum lengths in characters, as in openapi.yaml.
const (
	maxUsername = 200
	maxPassword = 500
)

// NoKeysMessage is the error text for credentials when no encryption key is configured.
const NoKeysMessage = "Passwords can't be saved: no encryption key is configured. Ask an operator to set " +
	"CREDENTIALS_KEYS, or remove the user name and the password."

// Credentials are the user name and the password of an endpoint. They are masked in logs, JSON and
// formatted output.
type Credentials struct{ Username, Password string }

const mask = "(hidden)"

// String returns a mask.
func (c Credentials) String() string { return mask }

// GoString returns a mask, because "%#v" would print the fields.
func (c Credentials) GoString() string { return mask }

// LogValue returns a mask, because a JSON log would contain the fields.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(mask) }

// MarshalJSON returns a mask.
func (c Credentials) MarshalJSON() ([]byte, error) { return json.Marshal(mask) }

// Seal encrypts c, bound to the id of its owner row and to its address, so that the credentials are
// never sent to another server than the one they were saved for.
func (c Credentials) Seal(keys *seal.Keys, owner uuid.UUID, address string) ([]byte, error) {
	plain, err := json.Marshal([3]string{c.Username, c.Password, address})
	if err != nil {
		return nil, err
	}
	return keys.Seal(plain, owner[:])
}

// OpenCredentials decrypts credentials that Seal encrypted for owner. It returns nil if address is
// on another server than the one that the credentials were saved for.
func OpenCredentials(keys *seal.Keys, sealed []byte, owner uuid.UUID, address weburl.URL) (*Credentials, error) {
	plain, err := keys.Open(sealed, owner[:])
	if err != nil {
		return nil, err
	}
	var parts [3]string
	if err := json.Unmarshal(plain, &parts); err != nil {
		return nil, seal.ErrDamaged
	}
	savedAddress, err := weburl.Parse(parts[2])
	if err != nil {
		return nil, seal.ErrDamaged
	}
	if !address.KeepsCredentialsOf(savedAddress) {
		return nil, nil
	}
	return &Credentials{parts[0], parts[1]}, nil
}

// Credentials returns the credentials of an endpoint for a request to address. It returns nil if
// the endpoint has none, or if address is on another server than the endpoint.
func (r *Register) Credentials(ctx context.Context, endpointID uuid.UUID, address weburl.URL) (*Credentials, error) {
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
	found, err := OpenCredentials(r.keys, sealed, endpointID, address)
	if err != nil {
		return nil, fmt.Errorf("credentials of endpoint %s: %w", endpointID, err)
	}
	return found, nil
}

// SetCredentials replaces the credentials of an endpoint; nil removes them.
func (d *EndpointDetails) SetCredentials(c *Credentials) {
	d.Credentials, d.HasCredentials = c, c != nil
}

// splitCredentials moves the user name and the password from the address to Credentials, unless
// Credentials is set.
func (d *EndpointDetails) splitCredentials() {
	address, username, password := weburl.SplitCredentials(d.URL)
	d.URL = address
	if d.Credentials == nil && username+password != "" {
		d.SetCredentials(&Credentials{username, password})
	}
}

func (c Credentials) validate(wrong *problem.Fields, prefix string) {
	switch name := c.Username; {
	case name == "" && c.Password == "":
		wrong.Add(prefix+"/username", "required", "Enter a user name, a password, or both.")
	case utf8.RuneCountInString(name) > maxUsername:
		wrong.Add(prefix+"/username", "too_long", "A user name can have at most %d characters.", maxUsername)
	case hasControlCharacters(name) || strings.Contains(name, ":"): // RFC 7617 §2
		wrong.Add(prefix+"/username", "characters", "A user name can't contain a colon or control characters.")
	}
	switch {
	case utf8.RuneCountInString(c.Password) > maxPassword:
		wrong.Add(prefix+"/password", "too_long", "A password can have at most %d characters.", maxPassword)
	case hasControlCharacters(c.Password):
		wrong.Add(prefix+"/password", "characters", "A password can't contain control characters.")
	}
}

// checkKeys adds an error if d has credentials that cannot be encrypted. prefix is prepended to the
// JSON pointer.
func (r *Register) checkKeys(wrong *problem.Fields, prefix string, d EndpointDetails) {
	if d.Credentials != nil && !r.keys.CanSeal() {
		wrong.Add(prefix+"/credentials", "no_key", "%s", NoKeysMessage)
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

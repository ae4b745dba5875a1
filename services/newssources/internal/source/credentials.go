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

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	entcredentials "github.com/newsources/newsources/services/newssources/internal/ent/endpointcredentials"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/seal"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Longest credentials, in characters. The contract says the same.
const (
	maxUsername = 200
	maxPassword = 500
)

// NoKeysMessage says that credentials can't be kept, and who can change that.
const NoKeysMessage = "This installation has no key to keep passwords with. Ask an operator to set CREDENTIALS_KEYS; until then leave the user name and the password out."

// Credentials are what a site asks a reader for. However they are printed, they don't show.
type Credentials struct{ Username, Password string }

const hidden = "(hidden)"

// String hides them.
func (c Credentials) String() string { return hidden }

// GoString hides them: "%#v" would print the fields.
func (c Credentials) GoString() string { return hidden }

// LogValue hides them: a JSON log would have the fields.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON hides them.
func (c Credentials) MarshalJSON() ([]byte, error) { return json.Marshal(hidden) }

// Seal seals them for their owner, the row with this id, and for the server of its address: a version of this service that
// knows of no credentials, during an upgrade or after a rollback, leaves them where they are when it changes the address.
func (c Credentials) Seal(keys *seal.Keys, owner uuid.UUID, address string) ([]byte, error) {
	plain, err := json.Marshal([3]string{c.Username, c.Password, address})
	if err != nil {
		return nil, err
	}
	return keys.Seal(plain, owner[:])
}

// OpenCredentials opens what was sealed for this owner; nil when it was sealed for another server than the address's.
func OpenCredentials(keys *seal.Keys, sealed []byte, owner uuid.UUID, address weburl.URL) (*Credentials, error) {
	plain, err := keys.Open(sealed, owner[:])
	if err != nil {
		return nil, err
	}
	var parts [3]string
	if err := json.Unmarshal(plain, &parts); err != nil {
		return nil, seal.ErrDamaged
	}
	given, err := weburl.Parse(parts[2])
	if err != nil {
		return nil, seal.ErrDamaged
	}
	if !address.KeepsCredentialsOf(given) {
		return nil, nil
	}
	return &Credentials{parts[0], parts[1]}, nil
}

// Credentials gives the credentials of an endpoint for an address; nil when it has none, and when the address is on
// another server than the endpoint's: they were given for that one only.
func (r *Register) Credentials(ctx context.Context, endpointID uuid.UUID, address weburl.URL) (*Credentials, error) {
	var own string
	var sealed []byte
	err := r.db.Pool.QueryRow(ctx, `
		SELECT e.url, c.sealed FROM endpoints e JOIN endpoint_credentials c ON c.endpoint_id = e.id WHERE e.id = $1`, endpointID).Scan(&own, &sealed)
	if postgres.IsNoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	first, err := weburl.Parse(own)
	if err != nil || !address.KeepsCredentialsOf(first) {
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

// splitCredentials moves user name and password out of the address. Those that are given beside it count.
func (d *EndpointDetails) splitCredentials() {
	address, username, password := weburl.SplitCredentials(d.URL)
	d.URL = address
	if d.Credentials == nil && username+password != "" {
		d.SetCredentials(&Credentials{username, password})
	}
}

func (c Credentials) check(wrong *problem.Fields, prefix string) {
	switch name := c.Username; {
	case name == "" && c.Password == "":
		wrong.Add(prefix+"/username", "required", "This needs a user name, a password, or both.")
	case utf8.RuneCountInString(name) > maxUsername:
		wrong.Add(prefix+"/username", "too_long", "A user name has at most %d characters.", maxUsername)
	case unshowable(name) || strings.Contains(name, ":"): // RFC 7617 §2
		wrong.Add(prefix+"/username", "characters", "A user name can't hold a colon or characters that can't be shown.")
	}
	switch {
	case utf8.RuneCountInString(c.Password) > maxPassword:
		wrong.Add(prefix+"/password", "too_long", "A password has at most %d characters.", maxPassword)
	case unshowable(c.Password):
		wrong.Add(prefix+"/password", "characters", "A password can't hold characters that can't be shown.")
	}
}

// canKeep makes sure that the credentials of endpoints can be sealed. prefix leads the pointers of its errors.
func (r *Register) canKeep(wrong *problem.Fields, prefix string, d EndpointDetails) {
	if d.Credentials != nil && !r.keys.CanSeal() {
		wrong.Add(prefix+"/credentials", "no_key", "%s", NoKeysMessage)
	}
}

// saveCredentials seals the credentials that endpoints with these ids were given, in the place of what they had.
func saveCredentials(ctx context.Context, tx *ent.Tx, keys *seal.Keys, given map[uuid.UUID]EndpointDetails) error {
	if len(given) == 0 {
		return nil
	}
	var ids, endpoints []uuid.UUID
	var sealed [][]byte
	for endpoint, details := range given {
		closed, err := details.Credentials.Seal(keys, endpoint, details.URL)
		if err != nil {
			return err
		}
		ids, endpoints, sealed = append(ids, uuid.Must(uuid.NewV7())), append(endpoints, endpoint), append(sealed, closed)
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO endpoint_credentials (id, endpoint_id, sealed, updated_at)
		SELECT c.id, c.endpoint, c.sealed, $4 FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) c(id, endpoint, sealed)
		ON CONFLICT (endpoint_id) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at`,
		ids, endpoints, sealed, time.Now())
	return err
}

// changeCredentials keeps, replaces or removes the credentials of an endpoint.
func changeCredentials(ctx context.Context, tx *ent.Tx, keys *seal.Keys, id uuid.UUID, before, after EndpointDetails) error {
	if after.Credentials != nil {
		return saveCredentials(ctx, tx, keys, map[uuid.UUID]EndpointDetails{id: after})
	}
	if before.HasCredentials && !after.HasCredentials {
		_, err := tx.EndpointCredentials.Delete().Where(entcredentials.EndpointID(id)).Exec(ctx)
		return err
	}
	return nil
}

// credentialsChange tells that credentials came or went, and never which.
func credentialsChange(before, after EndpointDetails) []audit.Change {
	const set, replaced, dropped = `"set"`, `"replaced"`, `"removed, since the address is on another server now"`
	change := audit.Change{Field: "credentials"}
	switch {
	case after.Credentials != nil && before.HasCredentials:
		change.Before, change.After = json.RawMessage(set), json.RawMessage(replaced)
	case after.Credentials != nil:
		change.After = json.RawMessage(set)
	case before.HasCredentials && !after.HasCredentials:
		change.Before = json.RawMessage(set)
		if after.URL != "" && !sameServer(before.URL, after.URL) {
			change.After = json.RawMessage(dropped)
		}
	default:
		return nil
	}
	return []audit.Change{change}
}

func sameServer(before, after string) bool {
	first, err1 := weburl.Parse(before)
	next, err2 := weburl.Parse(after)
	return err1 == nil && err2 == nil && next.KeepsCredentialsOf(first)
}

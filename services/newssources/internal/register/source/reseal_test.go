package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
)

func sealKeys(t *testing.T, letters ...string) *seal.Keys {
	t.Helper()
	var secrets []string
	for _, letter := range letters {
		secrets = append(secrets, strings.Repeat(letter, seal.MinSecret))
	}
	keys, err := seal.New(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// createWithPassword creates n sources whose password is their number, counted from first.
func (r *testRegister) createWithPassword(first, n int) (made []*Source) {
	r.t.Helper()
	for i := first; i < first+n; i++ {
		made = append(made, r.create(fmt.Sprintf("n%d.example", i), func(s *CreateInput) {
			s.Endpoints[0].URL = fmt.Sprintf("https://joe:%d@n%d.example/rss", i, i)
		}))
	}
	return made
}

func (r *testRegister) wantReseal(keys *seal.Keys, want credential.Counts) {
	r.t.Helper()
	if got, err := credential.Reseal(r.t.Context(), r.db, keys); err != nil || got != want {
		r.t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestReseal(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	const old, fresh = 207, 3 // more than one batch
	r.keys = sealKeys(t, "o")
	made := r.createWithPassword(0, old)
	r.keys = sealKeys(t, "n", "o")
	made = append(made, r.createWithPassword(old, fresh)...)
	// A pending row of an import.
	row := uuid.New()
	sealed, err := credential.Credentials{Username: "ann", Password: "waits"}.Seal(sealKeys(t, "o"), row, "https://daily.example/rss")
	if err != nil {
		t.Fatal(err)
	}
	r.exec("INSERT INTO imports (id, filename, created_at) VALUES ($1, 'list.opml', now())", row)
	r.exec("INSERT INTO import_rows (id, import_id, number, line, title, url, tags, sealed) VALUES ($1, $1, 1, 1, '', "+
		"'', '[]', $2)", row, sealed)

	r.wantReseal(sealKeys(t, "x"), credential.Counts{Unreadable: old + fresh + 1})
	r.wantReseal(r.keys, credential.Counts{Resealed: old + 1})
	r.wantReseal(r.keys, credential.Counts{})
	r.keys = sealKeys(t, "n") // the old key can be removed
	r.wantReseal(r.keys, credential.Counts{})
	for i, s := range made {
		r.wantCredentials(&s.Endpoints[0], s.Endpoints[0].URL, fmt.Sprintf("joe:%d", i))
	}
	var again []byte
	if err := r.db.Pool.QueryRow(t.Context(), "SELECT sealed FROM import_rows WHERE id = $1",
		row).Scan(&again); err != nil {
		t.Fatal(err)
	}
	if plain, err := r.keys.Open(again, row[:]); err != nil || !strings.Contains(string(plain), "waits") {
		t.Errorf("the pending row: %v", err)
	}

	r.exec("UPDATE endpoint_credentials SET sealed = '\\x01' WHERE id = (SELECT id FROM endpoint_credentials LIMIT 1)")
	r.wantReseal(sealKeys(t, "m", "n"), credential.Counts{Resealed: old + fresh, Unreadable: 1})
	r.wantReseal(sealKeys(t, "m", "n"), credential.Counts{Unreadable: 1})
	if _, err := credential.Reseal(t.Context(), r.db, nil); !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("without keys: %v", err)
	}
}

// TestUnstorableCredentialsDoNotStopReseal verifies that credentials that cannot be stored do not
// stop the others, and are reported.
func TestUnstorableCredentialsDoNotStopReseal(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.keys = sealKeys(t, "o")
	made := r.createWithPassword(0, 5)
	r.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
	r.exec("CREATE TRIGGER refuse BEFORE UPDATE ON endpoint_credentials FOR EACH ROW WHEN (old.endpoint_id = '" +
		made[0].Endpoints[0].ID.String() + "') EXECUTE FUNCTION refuse()")
	got, err := credential.Reseal(t.Context(), r.db, sealKeys(t, "n", "o"))
	if err == nil || !strings.Contains(err.Error(), "refused") || got.Resealed != 4 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestResealDuringEdits changes and removes credentials during two concurrent runs. No change may
// be lost.
func TestResealDuringEdits(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	const count = 40
	r.keys = sealKeys(t, "o")
	made := r.createWithPassword(0, count)
	r.keys = sealKeys(t, "n", "o")
	var group errgroup.Group
	for range 2 {
		group.Go(func() error {
			_, err := credential.Reseal(t.Context(), r.db, sealKeys(t, "n", "o"))
			return err
		})
	}
	for i, s := range made {
		group.Go(func() error {
			_, err := r.UpdateEndpoint(t.Context(), r.actor, s.ID, s.Endpoints[0].ID, s.Endpoints[0].Version,
				func(d *EndpointDetails) {
					switch i % 3 {
					case 0:
						d.SetCredentials(&credential.Credentials{Username: "ann", Password: "changed"})
					case 1:
						d.SetCredentials(nil)
					}
				})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	r.keys = sealKeys(t, "n")
	for i, s := range made {
		r.wantCredentials(&s.Endpoints[0], s.Endpoints[0].URL, []string{"ann:changed", "", fmt.Sprintf("joe:%d", i)}[i%3])
	}
}

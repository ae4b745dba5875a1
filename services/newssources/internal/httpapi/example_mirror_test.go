package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

// dumpMirror prints the content of a mirror: its sources, and the endpoints and tags of each.
const dumpMirror = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
lists = {"endpoints": {}, "tags": {}}
for name, column in (("endpoints", "id"), ("tags", "name")):
    for source, value in db.execute(f"SELECT source_id, {column} FROM {name}"):
        lists[name].setdefault(source, []).append(value)
take = lambda name, id: sorted(lists[name].pop(id, []))
print(json.dumps([{"source": json.loads(value), "endpoints": take("endpoints", id), "tags": take("tags", id)}
    for id, value in db.execute("SELECT id, value FROM sources")]))
assert not lists["endpoints"] and not lists["tags"], lists
`

// mirrorWriters is the number of concurrent writers, and mirrorWrites of the changes of each.
const mirrorWriters, mirrorWrites = 4, 50

// mirrorRun runs the example program that mirrors the register.
type mirrorRun struct {
	*rig
	program *person
	file    string
}

// TestExampleMirror runs the example program while the register is changed, kills it in the middle,
// and lets its cursor expire. The mirror must equal the register.
func TestExampleMirror(t *testing.T) {
	t.Parallel()
	requireProgram(t, "python3")
	a := newRig(t)
	m := mirrorRun{a, a.member("Vera", identity.Viewer).program("read"), filepath.Join(t.TempDir(), "mirror.sqlite")}
	_, err := a.pool.Exec(t.Context(), "INSERT INTO tags (id, name, name_key) VALUES (gen_random_uuid(), 'News', 'news')")
	must(t, err)
	for range 2 { // each time, the program is ended while it follows
		end := m.follow()
		m.change()
		end()
	}
	m.compare()
	// The cursor expires while the program does not run.
	m.change()
	_, err = a.pool.Exec(t.Context(), "DELETE FROM sources WHERE id IN (SELECT id FROM sources ORDER BY id LIMIT 3)")
	must(t, err)
	_, err = a.pool.Exec(t.Context(), `UPDATE register_commits SET at = at - interval '31 days'
		WHERE seq < (SELECT max(seq) FROM register_commits)`)
	must(t, err)
	must(t, a.server.Feed.Purge(t.Context()))
	m.compare()
}

func (m mirrorRun) command(args ...string) *exec.Cmd {
	run := exec.CommandContext(m.t.Context(), "python3", args...)
	run.Dir = "../../../../.github/examples"
	run.Env = append(os.Environ(), "NEWSSOURCES_URL="+m.url, "NEWSSOURCES_TOKEN="+m.program.token, "no_proxy=127.0.0.1")
	return run
}

// follow starts the program, waits until it follows, and returns the function that kills it.
func (m mirrorRun) follow() (end func()) {
	m.t.Helper()
	run := m.command("mirror.py", m.file)
	var failures bytes.Buffer
	run.Stderr = &failures
	out, err := run.StdoutPipe()
	must(m.t, err)
	must(m.t, run.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "following" {
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return func() {
		_ = run.Process.Kill()
		_ = run.Wait()
		if failures.Len() > 0 {
			m.t.Errorf("the mirror reported %s", failures.String())
		}
	}
}

// change creates, changes and deletes sources with concurrent writers.
func (m mirrorRun) change() {
	m.t.Helper()
	ctx := m.t.Context()
	var wait sync.WaitGroup
	for range mirrorWriters {
		wait.Go(func() {
			for n := range mirrorWrites {
				if err := m.write(ctx, n); err != nil {
					m.t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
}

func (m mirrorRun) write(ctx context.Context, n int) error {
	id, endpoint := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	for _, statement := range []string{
		`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
			endpoint_kinds, languages)
		VALUES ('ID', now(), now(), 'Paper', 'paper', '', 'https://ID.example/', 'ID.example', '[]', '["es"]')`,
		`INSERT INTO endpoints (id, created_at, updated_at, kind, url_entered, url, url_key, source_id)
		VALUES ('ENDPOINT', now(), now(), 'rss', '', 'https://ID.example/rss', 'ID.example/rss', 'ID')`,
		"INSERT INTO source_tags SELECT 'ID', id FROM tags",
		"UPDATE sources SET country = 'ES', version = version + 1 WHERE id = 'ID'",
		"UPDATE endpoints SET section = 'World', version = version + 1 WHERE id = 'ENDPOINT'",
		"DELETE FROM endpoints WHERE id = 'ENDPOINT'",
		"DELETE FROM sources WHERE id = 'ID'",
	}[:3+n%5] {
		_, err := m.pool.Exec(ctx, strings.NewReplacer("ID", id.String(), "ENDPOINT", endpoint.String()).Replace(statement))
		if err != nil {
			return err
		}
	}
	return nil
}

// compare reads the last changes and compares the mirror with the register.
func (m mirrorRun) compare() {
	m.t.Helper()
	if out, err := m.command("mirror.py", m.file, "--once").CombinedOutput(); err != nil {
		m.t.Fatalf("%v\n%s", err, out)
	}
	out, err := m.command("-c", dumpMirror, m.file).Output()
	must(m.t, err)
	var stored []struct {
		Source          api.MirroredSource
		Endpoints, Tags []string
	}
	must(m.t, json.Unmarshal(out, &stored))
	_, want := snapshotOf(m.t, m.program.get("/newssources/changes/snapshot").want(http.StatusOK).body)
	if len(stored) != len(want) {
		m.t.Errorf("%d sources are stored, want %d", len(stored), len(want))
	}
	for _, s := range stored {
		w := want[s.Source.Id]
		if !reflect.DeepEqual(s.Source, w) || len(s.Endpoints) != len(w.Endpoints) || len(s.Tags) != len(w.Tags) {
			m.t.Errorf("%+v is stored, want %+v", s, w)
		}
	}
}

package httpapi

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// withLargeImports lets a rig receive files that are larger than testMaxImport, and runs the jobs that read them.
func withLargeImports(t *testing.T) func(*Options) {
	return func(o *Options) {
		o.MaxLargeImport = 4 * testMaxImport
		queue, err := jobs.NewQueue(o.DB.Pool, o.Log)
		must(t, err)
		o.Tables.Enqueue = queue.EnqueueTable
		withJobs(t)(o)
	}
}

func TestLargeTablesAreReadByAJob(t *testing.T) {
	t.Parallel()
	a := newRig(t, withLargeImports(t))
	editor := a.editor()
	table := []byte("Name,Homepage\n")
	rows := 0
	for ; len(table) <= testMaxImport; rows++ {
		table = fmt.Appendf(table, "Paper %d with a name that takes some space,https://paper%d.example\n", rows, rows)
	}
	editor.post("/newssources/imports?filename=large.csv&dry_run=true", string(table)).problem(problem.BodyTooLarge)
	editor.post("/newssources/imports?filename=large.opml", "<opml>"+strings.Repeat(" ", testMaxImport)).
		problem(problem.InvalidFile)
	accepted := editor.post("/newssources/imports?filename=large.csv", string(table)).want(http.StatusAccepted)
	if state := into[api.Import](accepted).State; state != "reading" {
		t.Errorf("the state is %s", state)
	}
	for deadline := time.Now().Add(time.Minute); ; {
		found := into[api.Import](editor.get(accepted.header.Get("Location")).want(http.StatusOK))
		if found.State == "staged" && found.Pending == 0 && found.Counts.Create == rows && found.Format == "csv" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the import is %+v", found)
		}
	}
	// Without a Content-Length, a file may have testMaxImport, and a larger file than MaxLargeImport is refused.
	editor.do("POST", "/newssources/imports", unsized{bytes.NewReader(table)}).problem(problem.BodyTooLarge)
	editor.post("/newssources/imports", strings.Repeat("x", 4*testMaxImport+1)).problem(problem.BodyTooLarge)
	// One member sends one large file at a time.
	var id uuid.UUID
	must(t, a.pool.QueryRow(t.Context(), "SELECT created_by_id FROM imports").Scan(&id))
	hold, err := a.server.limits.acquireLarge(identity.NewContext(t.Context(), identity.Person{ID: id}))
	must(t, err)
	editor.post("/newssources/imports?filename=large.csv", string(table)).problem(problem.Busy)
	hold()
}

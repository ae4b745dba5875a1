package livelist

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// harness has live lists with their own database, and a site whose answer the test sets.
type harness struct {
	*testing.T
	*Lists
	by     audit.Actor
	site   string // the address of the list
	answer http.HandlerFunc
	asked  []*http.Request
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	sites, err := simulator.Start(simulator.Options{}) // resolves the name of the site
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sites.Close() })
	client, err := fetch.New(fetch.Config{Lab: sites.DNS, HostInterval: -1, Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	db := postgres.FromPool(testdb.New(t))
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	changes := change.New(db, source.NewRegister(db, keys), sourcelist.NewReader(db), noJob)
	h := &harness{T: t, Lists: New(db, Options{Tables: tableimport.New(db, changes),
		Imports: transfer.NewImports(db, changes, noJob), Changes: changes, Client: client, Keys: keys, AllowsHTTP: true,
		Log: slog.New(slog.DiscardHandler)})}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.asked = append(h.asked, r)
		h.answer(w, r)
	}))
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	h.must(err)
	h.site = "http://lists.test:" + address.Port() + "/list"
	h.by = h.member("ada")
	return h
}

func (h *harness) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *harness) member(name string) audit.Actor {
	h.Helper()
	row, err := h.db.Ent.Member.Create().SetUID(name).SetEmail(name + "@example.org").SetName(name).
		SetRole(member.RoleEditor).Save(h.Context())
	h.must(err)
	return audit.Actor{ActorID: &row.ID, Email: row.Email, Name: row.Name, Role: row.Role.String()}
}

// serve answers with a body that has an ETag, or with 304 if the client has it.
func (h *harness) serve(body string) {
	h.answer = func(w http.ResponseWriter, r *http.Request) {
		tag := fmt.Sprintf("%q", fmt.Sprint(len(body)))
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write([]byte(body))
	}
}

func (h *harness) list(change ...func(*Input)) *List {
	h.Helper()
	in := Input{Name: "Partners", URL: h.site, IntervalHours: 24}
	for _, c := range change {
		c(&in)
	}
	made, err := h.Create(h.Context(), h.by, in)
	h.must(err)
	return made
}

// read reads a list now, and returns the last reading as "result detail".
func (h *harness) read(l *List, acceptsAny bool) string {
	h.Helper()
	_, err := h.ReadNow(h.Context(), l.ID, acceptsAny)
	h.must(err)
	reads, err := h.Reads(h.Context(), l.ID)
	h.must(err)
	return strings.TrimSpace(string(reads[0].Result) + " " + reads[0].Detail)
}

func (h *harness) wantRead(l *List, want string) {
	h.Helper()
	if got := h.read(l, false); !strings.HasPrefix(got, want) || want == string(Proposed) && got != want {
		h.Errorf("read %q, want %q", got, want)
	}
}

// proposal returns the undecided proposal of a list as "action type name", one per line.
func (h *harness) proposal(l *List) (*change.Set, string) {
	h.Helper()
	found, err := h.Get(h.Context(), l.ID)
	h.must(err)
	set, err := h.Changes.Get(h.Context(), *found.ChangeSetID)
	h.must(err)
	if set.State != change.Proposed || set.Origin != change.LiveList {
		h.Errorf("the change set is %+v", set)
	}
	items, err := h.Changes.Items(h.Context(), set.ID, nil, 0, 100)
	h.must(err)
	var b strings.Builder
	for _, i := range items {
		fmt.Fprintf(&b, "%s %s %s\n", i.Action, i.TargetType, i.TargetName)
	}
	return set, b.String()
}

func (h *harness) wantProposal(l *List, want string) *change.Set {
	h.Helper()
	set, got := h.proposal(l)
	if got != want {
		h.Errorf("proposed\n%s\nwant\n%s", got, want)
	}
	return set
}

// approve applies a proposal.
func (h *harness) approve(set *change.Set) {
	h.Helper()
	_, err := h.Changes.Approve(h.Context(), h.by, set.ID, change.Approval{})
	h.must(err)
	_, err = h.Changes.Run(h.Context(), set.ID)
	h.must(err)
	if done, err := h.Changes.Get(h.Context(), set.ID); err != nil || done.State != change.Applied {
		h.Fatalf("approved: %+v, %v", done, err)
	}
}

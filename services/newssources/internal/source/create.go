package source

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// CreateInput is a new source with its endpoints.
type CreateInput struct {
	Details
	Endpoints []EndpointDetails
	// DuplicateReason allows a second source of an outlet, which is then distinguished by the path of its homepage.
	DuplicateReason string
	outlet          Outlet

	// ID and EndpointIDs are set by InsertAll; EndpointIDs has the order of Endpoints.
	ID          uuid.UUID
	EndpointIDs []uuid.UUID
}

// Validate normalizes the input to its stored form. The error lists all invalid fields.
func (n *CreateInput) Validate() error {
	var wrong problem.Fields
	n.Lifecycle = cmp.Or(n.Lifecycle, Active)
	checkOneOf(&wrong, "/lifecycle", n.Lifecycle, []Lifecycle{Draft, Active})
	n.DuplicateReason = multiline(&wrong, "/duplicate_reason", n.DuplicateReason, maxReason)
	outlet, err := n.normalize(time.Now())
	wrong.Merge(err)
	n.outlet = outlet
	first := map[string]int{}
	for i := range n.Endpoints {
		prefix := fmt.Sprintf("/endpoints/%d", i)
		n.Endpoints[i].normalize(&wrong, prefix)
		n.Endpoints[i].checkRecipe(&wrong, prefix)
		key := n.Endpoints[i].key
		if at, seen := first[key]; seen && key != "" {
			wrong.Add(prefix+"/url", "duplicate", "This address is already number %d in your list. Remove one of them.", at+1)
		}
		first[key] = i
	}
	return wrong.Err()
}

// Create creates a source. It returns a problem if a live source has the same outlet or a live endpoint the same address.
func (r *Register) Create(ctx context.Context, actor audit.Actor, input CreateInput) (*Source, error) {
	if err := input.Validate(); err != nil {
		return nil, err
	}
	var wrong problem.Fields
	for i, endpoint := range input.Endpoints {
		r.checkKeys(&wrong, fmt.Sprintf("/endpoints/%d", i), endpoint)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	insert := func(tx *ent.Tx) error { return InsertAll(ctx, tx, r.keys, actor, []*CreateInput{&input}, nil) }
	err := r.db.Tx(ctx, insert)
	if postgres.UniqueViolation(err) == outletIndex && input.separateByPath() {
		err = r.db.Tx(ctx, insert)
	}
	if err != nil {
		return nil, r.explainDuplicate(ctx, err, input.outlet, urlKeys(input.Endpoints))
	}
	return r.Get(ctx, input.ID)
}

// separateByPath distinguishes the input from another source of the same domain by the path of its homepage, for example
// for a section with its own editorial team, and adds the reason to the notes. It reports false if there is no reason or
// no path.
func (n *CreateInput) separateByPath() bool {
	home, err := url.Parse(n.HomepageURL)
	if n.DuplicateReason == "" || err != nil || strings.Trim(home.Path, "/") == "" || n.outlet.PathPrefix != "" {
		return false
	}
	n.outlet.PathPrefix = strings.TrimSuffix(home.EscapedPath(), "/")
	n.Notes = strings.TrimSpace("Added in addition to another source of " + n.outlet.Domain + ": " + n.DuplicateReason + "\n\n" + n.Notes)
	return true
}

func urlKeys(endpoints []EndpointDetails) []string {
	keys := make([]string, len(endpoints))
	for i, e := range endpoints {
		keys[i] = e.key
	}
	return keys
}

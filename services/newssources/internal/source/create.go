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

// New is a source to be made, with its endpoints.
type CreateInput struct {
	Details
	Endpoints []EndpointDetails
	// DuplicateReason says why a second source of an outlet is right. It is then told apart by its homepage's path.
	DuplicateReason string
	outlet          Outlet

	// ID and EndpointIDs (in the order of Endpoints) are set by InsertAll.
	ID          uuid.UUID
	EndpointIDs []uuid.UUID
}

// Validate brings the input to its stored form; its error names every field that is wrong.
func (n *CreateInput) Validate() error {
	var wrong problem.Fields
	n.Lifecycle = cmp.Or(n.Lifecycle, Active)
	checkOneOf(&wrong, "/lifecycle", n.Lifecycle, []Lifecycle{Draft, Active})
	n.DuplicateReason = prose(&wrong, "/duplicate_reason", n.DuplicateReason, maxReason)
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
			wrong.Add(prefix+"/url", "duplicate", "This is the same address as number %d of the list.", at+1)
		}
		first[key] = i
	}
	return wrong.Err()
}

// Create makes a source. A source of the same outlet, or an endpoint with the same address, is a duplicate.
func (r *Register) Create(ctx context.Context, actor audit.Actor, input CreateInput) (*Source, error) {
	if err := input.Validate(); err != nil {
		return nil, err
	}
	var wrong problem.Fields
	for i, endpoint := range input.Endpoints {
		r.canKeep(&wrong, fmt.Sprintf("/endpoints/%d", i), endpoint)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	add := func(tx *ent.Tx) error { return InsertAll(ctx, tx, r.keys, actor, []*CreateInput{&input}, nil) }
	err := r.db.Tx(ctx, add)
	if postgres.UniqueViolation(err) == outletIndex && input.besides() {
		err = r.db.Tx(ctx, add)
	}
	if err != nil {
		return nil, r.explainDuplicate(ctx, err, input.outlet, keysOf(input.Endpoints))
	}
	return r.Get(ctx, input.ID)
}

// besides makes the input a source of its own beside another of the same outlet, such as a section with an editorial team
// of its own. That takes a reason, which stays in the notes, and a homepage with a path.
func (n *CreateInput) besides() bool {
	home, err := url.Parse(n.HomepageURL)
	if n.DuplicateReason == "" || err != nil || strings.Trim(home.Path, "/") == "" || n.outlet.PathPrefix != "" {
		return false
	}
	n.outlet.PathPrefix = strings.TrimSuffix(home.EscapedPath(), "/")
	n.Notes = strings.TrimSpace("Added beside another source of " + n.outlet.Domain + ": " + n.DuplicateReason + "\n\n" + n.Notes)
	return true
}

func keysOf(endpoints []EndpointDetails) []string {
	keys := make([]string, len(endpoints))
	for i, e := range endpoints {
		keys[i] = e.key
	}
	return keys
}

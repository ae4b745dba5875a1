package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const (
	// maxLookups is the number of concurrent lookups (discoveries and previews) of a member. Each
	// makes up to 24 requests.
	maxLookups = 4
	// maxAllLookups is the number of concurrent lookups of all members. A free slot goes to the member
	// with the fewest lookups.
	maxAllLookups = 32
	// slotTimeout is the maximum wait for a free lookup slot.
	slotTimeout = 3 * time.Second
	// lookupRetryAfter is the Retry-After of a rejected lookup.
	lookupRetryAfter = 5 * time.Second
)

func (s *server) LookUpAddress(ctx context.Context,
	request api.LookUpAddressRequestObject) (api.LookUpAddressResponseObject,
	error) {
	found, err := s.Finder.LookUp(ctx, request.Params.Address)
	if err != nil {
		return nil, err
	}
	response := api.LookUpAddress200JSONResponse{
		Valid: found.Valid, Detail: convert.Optional(found.Detail), Suggestion: convert.Optional(found.Suggestion),
		Canonical: convert.Optional(found.Canonical), Outlet: convert.Optional(found.Outlet),
		Credentials: convert.Optional(found.Credentials),
	}
	if e := found.Existing; e != nil {
		response.Existing = &api.ExistingSource{SourceId: e.SourceID, SourceName: e.SourceName, EndpointId: e.EndpointID,
			Why: api.ExistingSourceWhy(e.Why)}
	}
	return response, nil
}

func (s *server) Discover(ctx context.Context, request api.DiscoverRequestObject) (api.DiscoverResponseObject, error) {
	release, err := s.acquireLookupSlot(ctx)
	if err != nil {
		return nil, err
	}
	if err := discover.Check(request.Body.Address); err != nil { // before the stream starts with status 200
		release()
		return nil, err
	}
	return eventStream(func(emit func(discover.Event)) error {
		defer release()
		return s.Finder.Run(ctx, request.Body.Address, emit)
	}), nil
}

func (s *server) PreviewAddress(ctx context.Context,
	request api.PreviewAddressRequestObject) (api.PreviewAddressResponseObject,
	error) {
	release, err := s.acquireLookupSlot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	b := request.Body
	preview, err := s.Finder.Preview(ctx, discover.PreviewRequest{
		EndpointID: b.EndpointId, URL: convert.OrZero(b.Url), Kind: (*string)(
			b.Kind), Charset: b.Charset, Zone: b.DefaultZone,
		Identity: (*string)(b.IdentityPolicy), Recipe: convert.FromRecipe(b.Recipe),
		Credentials: convert.FromCredentials(b.Credentials),
	})
	if err != nil {
		return nil, err
	}
	return previewResponse{preview}, nil
}

// acquireLookupSlot limits the concurrent lookups of a member, so that no member can overload other
// sites through this server. It waits up to slotTimeout, because a cancelled lookup takes a moment
// to release its slot.
func (s *server) acquireLookupSlot(ctx context.Context) (release func(), err error) {
	person, _ := identity.FromContext(ctx)
	waiting, cancel := context.WithTimeout(ctx, slotTimeout)
	defer cancel()
	if s.lookups.Acquire(waiting, person.ID, 1) == nil {
		return func() { s.lookups.Release(person.ID, 1) }, nil
	}
	text := fmt.Sprintf("You have %d lookups running. Wait until one of them is done.", maxLookups)
	if s.lookups.Held(person.ID) < maxLookups {
		text = "The server is busy with the lookups of other people. Try again in a few seconds."
	}
	return nil, problem.New(problem.TooManySearches, "%s", text).WithRetryAfter(lookupRetryAfter)
}

// eventStream sends each event of a discovery as a line of JSON. The types of package discover have
// the JSON names of the contract; a test compares them.
type eventStream func(emit func(discover.Event)) error

// VisitDiscoverResponse writes the stream.
func (run eventStream) VisitDiscoverResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("X-Accel-Buffering", "no") // prevents nginx from buffering the lines
	w.WriteHeader(http.StatusOK)
	lines, flusher := json.NewEncoder(w), http.NewResponseController(w)
	return run(func(e discover.Event) {
		if lines.Encode(e) == nil { // after an error the client has disconnected, which also cancels the discovery
			_ = flusher.Flush()
		}
	})
}

// previewResponse sends a preview. The type of package discover has the JSON names of the contract.
type previewResponse struct{ *discover.Preview }

// VisitPreviewAddressResponse writes the preview.
func (p previewResponse) VisitPreviewAddressResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(p.Preview)
}

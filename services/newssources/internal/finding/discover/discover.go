// Package discover finds the feeds behind any address that a person enters. It fetches and reads
// each feed, and collects the values that the pages give for their outlet. Results are emitted as
// events as soon as they are known. The steps of a discovery are in pipeline.go.
package discover

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/fairshare"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const (
	// Timeout is the timeout of a discovery, after which its partial results are shown. Requests to
	// one site are a second apart (ADR 39): robots.txt, a homepage, four feeds and a logo take
	// about 8 s, and all guesses for a site without feeds about 20 s.
	Timeout = 25 * time.Second
	// previewTimeout is the timeout of a preview, which makes up to four requests.
	previewTimeout = 15 * time.Second
	// responseTimeout is the timeout of one request in a discovery, including its wait for other
	// requests to the site. It leaves time for the homepage if the given address does not respond.
	responseTimeout = 10 * time.Second
	// maxRequests is the request limit of a discovery, including robots.txt and redirects: as many
	// as fit into Timeout at one per second.
	maxRequests = 24
	// maxKnownFeedRequests is the request limit if the given address is a working feed: the feed,
	// the homepage and a logo, with a robots.txt for each of up to two hosts, and one redirect.
	maxKnownFeedRequests = 6
	// maxListed is the number of feeds that are listed without being fetched.
	maxListed = 300
	// AtOnce is the number of sites from which a discovery fetches concurrently: an outlet's own, and
	// those of its feeds.
	AtOnce = 6
)

// Finder runs discoveries and previews. It is safe for concurrent use.
type Finder struct {
	fetch       *fetch.Client
	register    *source.Register
	now         func() time.Time
	bodyMemory  *fairshare.Budget[uuid.UUID] // bytes by member; see memory.go
	pageMemory  *fairshare.Budget[uuid.UUID]
	parseMemory *fairshare.Budget[uuid.UUID]
}

// New returns a Finder. The client spaces the requests to a site.
func New(client *fetch.Client, register *source.Register) *Finder {
	return &Finder{
		fetch: client, register: register, now: time.Now,
		bodyMemory:  fairshare.New[uuid.UUID](bodyMemoryBytes, bodyMemoryBytes/2),
		pageMemory:  fairshare.New[uuid.UUID](pageMemoryBytes, pageMemoryBytes/2),
		parseMemory: fairshare.New[uuid.UUID](parseMemoryBytes, parseMemoryBytes), // held for milliseconds
	}
}

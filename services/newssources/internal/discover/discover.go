// Package discover finds the feeds behind any address that a person enters. It fetches and reads each feed, and collects the
// values that the pages give for their outlet. Results are emitted as events as soon as they are known. The steps of a
// discovery are in pipeline.go.
package discover

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/fairshare"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

const (
	// totalTimeout of a discovery. What was found by then is shown.
	totalTimeout = 15 * time.Second
	// responseTimeout of one request in a discovery: half of the total, so that after a given address that hangs there is
	// time for the homepage.
	responseTimeout = totalTimeout / 2
	// maxTried is the number of addresses that a discovery fetches: five rounds of AtOnce requests fit into the time.
	maxTried = 28
	// maxListed is the number of feeds that are listed without being fetched.
	maxListed = 300
	// AtOnce is the number of addresses that a discovery fetches concurrently. Browsers open as many connections to a host
	// (ADR 12).
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

// New returns a Finder. The client should have no interval between requests to a host: a discovery is short, and AtOnce and
// maxTried limit its requests.
func New(client *fetch.Client, register *source.Register) *Finder {
	return &Finder{
		fetch: client, register: register, now: time.Now,
		bodyMemory:  fairshare.New[uuid.UUID](bodyMemoryBytes, bodyMemoryBytes/2),
		pageMemory:  fairshare.New[uuid.UUID](pageMemoryBytes, pageMemoryBytes/2),
		parseMemory: fairshare.New[uuid.UUID](parseMemoryBytes, parseMemoryBytes), // held for milliseconds
	}
}

// Package hosting records where the homepages of sources are hosted. A change is information in the
// history of the source: no health, alert or suggestion follows from it.
package hosting

import (
	"context"
	"net/netip"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Changed is the action of a change of the hosting in the history.
const Changed = "source.hosting_changed"

const (
	// networkBits4 and networkBits6 are the lengths of the networks that usually belong to one provider.
	networkBits4, networkBits6 = 16, 32
	// minDifferences is the number of properties that change with the hosting. A single one also changes
	// when a provider moves its servers, updates them or uses another certificate authority.
	minDifferences = 2
	maxText        = 100
)

// Hosting is where a page is hosted, as its response shows. Empty properties are unknown.
type Hosting struct {
	Network string // of the address of the server, such as 192.0.0.0/16
	Server  string // the name of the server program without its version, such as nginx
	Issuer  string // the organization that has issued the certificate
}

// Of returns the hosting that a response shows.
func Of(result *fetch.Result) Hosting {
	server, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(result.Header.Get("Server"))), "/")
	server, _, _ = strings.Cut(server, " ")
	return Hosting{networkOf(result.Remote), cut(server), cut(result.Certificate.Issuer)}
}

func networkOf(address netip.Addr) string {
	bits := networkBits4
	if address.Is6() {
		bits = networkBits6
	}
	network, err := address.Prefix(bits)
	if err != nil || !address.IsValid() {
		return ""
	}
	return network.String()
}

// cut bounds a text of a site.
func cut(text string) string {
	text = strings.ToValidUTF8(text, "")
	return strings.ToValidUTF8(text[:min(len(text), maxText)], "")
}

// isOther reports whether enough known properties of both differ.
func (h Hosting) isOther(after Hosting) bool {
	n := 0
	for _, p := range [][2]string{{h.Network, after.Network}, {h.Server, after.Server}, {h.Issuer, after.Issuer}} {
		if p[0] != "" && p[1] != "" && p[0] != p[1] {
			n++
		}
	}
	return n >= minDifferences
}

// fields returns the properties for the history.
func (h Hosting) fields() map[string]any {
	return map[string]any{"hosting_network": h.Network, "hosting_server": h.Server, "hosting_issuer": h.Issuer}
}

// Save stores the hosting of the homepage of a source. It records in the history if the homepage was
// hosted elsewhere at the visit before.
func Save(ctx context.Context, tx postgres.Tx, source uuid.UUID, name, homepage string, found Hosting) error {
	var before Hosting
	err := tx.QueryRow(ctx, `
		SELECT network, server, issuer
		FROM source_hosting
		WHERE source_id = $1 AND homepage = $2`, source, homepage).Scan(&before.Network, &before.Server, &before.Issuer)
	if err != nil && !postgres.IsNoRows(err) {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO source_hosting (source_id, homepage, network, server, issuer)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (source_id) DO UPDATE
		SET (homepage, network, server, issuer, seen_at) =
			(excluded.homepage, excluded.network, excluded.server, excluded.issuer, now())`,
		source, homepage, found.Network, found.Server, found.Issuer)
	if err != nil || !before.isOther(found) {
		return err
	}
	changes, err := audit.Diff(before.fields(), found.fields())
	if err != nil {
		return err
	}
	return audit.Record(ctx, tx, audit.Actor{}, audit.Event{Action: Changed, TargetType: audit.TargetSource,
		TargetID: source, TargetName: name, SourceID: source, Changes: changes})
}

package source

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	entlogo "github.com/newsources/newsources/services/newssources/internal/ent/sourcelogo"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/picture"
)

// Logo is the logo of a source. The zero value means no logo.
type Logo struct {
	Version string // a hash of PNG
	PNG     []byte
}

// logoVersionBytes is the length of a logo version in bytes. It is short, because it only
// distinguishes the logos of one source.
const logoVersionBytes = 8

// ReadLogo converts an image to a logo. It returns the zero Logo for empty data. Do not call
// ReadLogo in a transaction, because decoding an image is slow.
func ReadLogo(data []byte) (Logo, error) {
	if len(data) == 0 {
		return Logo{}, nil
	}
	png, err := picture.Logo(data)
	if refused, ok := errors.AsType[*picture.Error](err); ok {
		var wrong problem.Fields
		wrong.Add("/logo", string(refused.Code), "%s", refused.Detail)
		return Logo{}, wrong.Err()
	}
	if err != nil {
		return Logo{}, err
	}
	hash := sha256.Sum256(png)
	return Logo{hex.EncodeToString(hash[:logoVersionBytes]), png}, nil
}

// SetLogo replaces or removes the logo. The history contains only its version.
func (d *Details) SetLogo(logo Logo) { d.Logo, d.png = logo.Version, logo.PNG }

// Logo returns the logo of a source.
func (r *Register) Logo(ctx context.Context, id uuid.UUID) (*Logo, error) {
	row, err := r.db.Ent.SourceLogo.Query().Where(entlogo.SourceID(id)).Only(ctx)
	if err == nil {
		return &Logo{row.Version, row.Png}, nil
	}
	if !ent.IsNotFound(err) {
		return nil, err
	}
	if exists, err := r.db.Ent.Source.Query().Where(entsource.ID(id)).Exist(ctx); err != nil {
		return nil, err
	} else if exists {
		return nil, problem.New(problem.NotFound, "This source has no logo.")
	}
	return nil, notFound(err)
}

// insertLogos saves the logos of new sources.
func insertLogos(ctx context.Context, tx postgres.Tx, inputs []*CreateInput) error {
	var creates []*ent.SourceLogoCreate
	for _, n := range inputs {
		if n.png != nil {
			creates = append(creates, tx.Ent.SourceLogo.Create().SetSourceID(n.ID).SetPng(n.png).SetVersion(n.Logo))
		}
	}
	return tx.Ent.SourceLogo.CreateBulk(creates...).Exec(ctx)
}

// saveLogo replaces or deletes the logo of a locked source if it has changed.
func saveLogo(ctx context.Context, tx postgres.Tx, id uuid.UUID, before, after Details) error {
	if before.Logo == after.Logo {
		return nil
	}
	if after.Logo == "" {
		_, err := tx.Ent.SourceLogo.Delete().Where(entlogo.SourceID(id)).Exec(ctx)
		return err
	}
	changed, err := tx.Ent.SourceLogo.Update().Where(entlogo.SourceID(id)).
		SetPng(after.png).SetVersion(after.Logo).SetUpdatedAt(time.Now()).Save(ctx)
	if err != nil || changed > 0 {
		return err
	}
	return tx.Ent.SourceLogo.Create().SetSourceID(id).SetPng(after.png).SetVersion(after.Logo).Exec(ctx)
}

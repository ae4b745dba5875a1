package registerapi

import (
	"bytes"
	"context"
	"strconv"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
)

const (
	// versionedLogoCache is the Cache-Control of a logo URL with its version, whose content never
	// changes. It is private, because the logo requires a sign-in.
	versionedLogoCache = "private, max-age=31536000, immutable"
	// latestLogoCache is the Cache-Control of a logo URL without a version, which the browser has to
	// revalidate.
	latestLogoCache = "private, no-cache"
)

func (s *Routes) GetLogo(ctx context.Context, request api.GetLogoRequestObject) (api.GetLogoResponseObject, error) {
	logo, err := s.Register.Logo(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	tag, cacheControl := strconv.Quote(logo.Version), latestLogoCache
	if convert.OrZero(request.Params.V) == logo.Version {
		cacheControl = versionedLogoCache
	}
	return api.GetLogo200ImagepngResponse{
		Body: bytes.NewReader(logo.PNG), ContentLength: int64(len(logo.PNG)),
		Headers: api.GetLogo200ResponseHeaders{CacheControl: cacheControl, ETag: tag},
	}, nil
}

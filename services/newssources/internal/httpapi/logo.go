package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

func (s *server) GetLogo(context.Context, GetLogoRequestObject) (GetLogoResponseObject, error) {
	return nil, problem.New(problem.NotFound, "This source has no picture.")
}
